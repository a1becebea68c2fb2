// Positions of a game and the engine that answers for them: the page Play without its drawing.
// A position is the game, the rules, the table, and every action from the beginning of the match.
(() => {
  "use strict";

  const meldspec = (globalThis.meldspec ??= {});
  const CHANCE = "chance";
  const MOST_JOKERS = 8;

  /** A function that asks the engine one request, and gives its reply. */
  function asking(createEngine) {
    const reply = createEngine();
    let seq = 0;
    return (request) => JSON.parse(reply(JSON.stringify({ seq: ++seq, ...request })));
  }

  // ── chance ──

  /** Random numbers from 0 to 1, the same for the same seed. */
  function randomOf(seed) {
    let state = 0x811c9dc5;
    for (const letter of String(seed)) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  function shuffled(cards, random) {
    const made = [...cards];
    for (let place = made.length - 1; place > 0; place -= 1) {
      const other = Math.floor(random() * (place + 1));
      [made[place], made[other]] = [made[other], made[place]];
    }
    return made;
  }

  function without(cards, gone) {
    const left = [...cards];
    for (const card of gone) {
      const place = left.indexOf(card);
      if (place >= 0) left.splice(place, 1);
    }
    return left;
  }

  /** Cards in the order of a pack that is not shuffled. */
  function inOrder(facts, players, cards) {
    const order = facts.decks[players];
    return [...cards].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  }

  // ── the rules ──

  /** The readings that a position is played by, where they differ from the default. */
  function optionsOf(facts, { rules, own }) {
    const chosen = { ...facts.ruleSets.find(({ name }) => name === rules)?.options, ...own };
    const usual = Object.fromEntries(facts.options.map((one) => [one.name, one.default]));
    return Object.fromEntries(
      Object.entries(chosen).filter(([name, value]) => usual[name] !== value),
    );
  }

  /** The rules of a position as a house rule file. */
  function houseFile(facts, { game, rules, own }) {
    const lines = Object.entries(own).map(
      ([name, value]) => JSON.stringify(name) + " = " + JSON.stringify(value),
    );
    return [
      "game = " + JSON.stringify(game),
      "base = " + JSON.stringify(rules),
      'about = "The rules of our table."',
      "",
      "[options]",
      ...lines,
      "",
    ].join("\n");
  }

  const snake = (name) => name.trim().replaceAll("-", "_");
  const inQuotes = (name) => "'" + name + "'";
  const HOUSE_FIELDS = { game: "string", name: "string", base: "string", about: "string" };

  /**
   * The fields of a house rule file; `parse` reads TOML, with BigInt for whole numbers.
   * Raises an error for a text that is no TOML, and for a field that no house rule file has.
   */
  function readHouse(text, parse) {
    let fields;
    try {
      fields = parse(text.replace(/^\uFEFF/, ""), { integersAsBigInt: true });
    } catch (error) {
      const [message] = error.message.split("\n");
      throw new Error("line " + error.line + ": this is not TOML" + message.replace(/^[^:]*/, ""));
    }
    for (const [name, value] of Object.entries(fields)) {
      if (name === "options" && isTable(value)) continue;
      if (name === "aliases" && Array.isArray(value) && value.every((one) => typeof one === "string")) continue;
      if (name !== "options" && name !== "aliases" && !(name in HOUSE_FIELDS))
        throw new Error("a house rule file has no field " + inQuotes(name));
      if (typeof value !== HOUSE_FIELDS[name]) throw new Error(name + " has a value of the wrong type");
    }
    if (!fields.game) throw new Error("no line says its game");
    return { base: "default", ...fields, options: Object.fromEntries(flat(fields.options ?? {})) };
  }

  const isTable = (value) => typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);

  /** Options by full name, whether written in quotes or as nested tables. */
  const flat = (options, place = "") =>
    Object.entries(options).flatMap(([key, value]) =>
      isTable(value) ? flat(value, place + key + ".") : [[place + key, value]],
    );

  /** The rules of a position that a house rule file has.  Raises an error for what its game does not have. */
  function houseRules(facts, { game, name, base, options }) {
    const plain = (words) => words.trim().toLowerCase().replaceAll("_", "-");
    const found = (words) =>
      facts.ruleSets.find((one) => [one.name, ...one.aliases].some((word) => plain(word) === plain(words)));
    const rules = found(base);
    if (!rules) throw new Error("there is no rule set " + inQuotes(base) + " to start from");
    const own = {};
    const named = {};
    for (const [key, value] of Object.entries(options)) {
      const word = snake(key).replace(new RegExp("^" + snake(game) + "\\."), "");
      const option = facts.options.find(({ names }) => names.includes(word));
      if (!option) throw new Error("there is no option " + inQuotes(key) + " that can be set");
      if (option.name in named)
        throw new Error(option.name + " is named twice, as " + inQuotes(named[option.name]) + " and " + inQuotes(key));
      named[option.name] = key;
      if (typeof value !== "string" && typeof value !== "bigint")
        throw new Error(option.name + ": a reading in quotes expected, not " + value);
      const reading = option.readings.find(([one]) => String(one) === String(value))?.[0];
      if (reading === undefined) throw new Error(option.name + " has no reading " + inQuotes(String(value)));
      if (reading !== (rules.options[option.name] ?? option.default)) own[option.name] = reading;
    }
    const unmet = unmetNeed(facts, { rules: rules.name, own });
    if (unmet) throw new Error("these rules cannot be played: " + unmet);
    const taken = name === undefined ? undefined : found(name);
    if (taken && !isSame(optionsOf(facts, { rules: taken.name }), optionsOf(facts, { rules: rules.name, own })))
      throw new Error(inQuotes(taken.name) + " is the name of another rule set");
    return { rules: rules.name, own };
  }

  const isSame = (one, other) =>
    Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

  /** Why readings leave play undefined together; undefined if they do not. */
  function unmetNeed(facts, position) {
    const chosen = optionsOf(facts, position);
    const reading = (name) => chosen[name] ?? facts.options.find((one) => one.name === name)?.default;
    return facts.needs.find(
      (need) => reading(need.option) === need.reading && !need.readings.includes(reading(need.needed)),
    )?.sentence;
  }

  // ── a position in the engine ──

  const sentRules = (facts, position) => {
    const options = optionsOf(facts, position);
    return Object.keys(options).length ? { options } : {};
  };

  /**
   * Brings the engine to a position; null, or the reply that stopped it and the number of its step.
   * `watch` is called before each step, and the function that it gives after it.
   */
  function reach(ask, facts, position, watch = () => () => {}) {
    const { game, players, dealer, hand, acts } = position;
    const late = hand === 1 ? {} : { hand_number: hand };
    const begun = ask({
      cmd: "begin",
      game,
      rules: sentRules(facts, position),
      players,
      dealer,
      ...late,
    });
    if (!begun.ok) {
      ask({ cmd: "end" });
      return { step: 0, reply: begun };
    }
    for (const [place, act] of acts.entries()) {
      const after = watch(act, place);
      const reply = ask({ cmd: "act", ...act });
      if (!reply.ok) return { step: place + 1, reply };
      after();
    }
    return null;
  }

  const answer = (ask, question) => ask({ cmd: "ask", ...question }).answer;

  /** The table of the position that the engine has reached, with all cards open and in order. */
  function tableNow(ask, facts, { players }) {
    const views = Array.from({ length: players }, (_, seat) => answer(ask, { what: "view", seat }));
    const table = meldspec.openTable(views, answer(ask, { what: "result" }));
    return { ...table, hands: table.hands.map((hand) => inOrder(facts, players, hand)) };
  }

  /**
   * The steps of a position, each with the card that it draws and the shared table before it; the
   * engine is at the position again afterwards.
   */
  function toldSteps(ask, facts, position) {
    const told = position.acts.map((act) => ({ ...act }));
    reach(ask, facts, position, ({ by, do: action }, place) => {
      if (action.type === "rearrange")
        told[place].before = answer(ask, { what: "view", seat: by })?.table;
      if (by === CHANCE || action.type !== "draw") return () => {};
      const hand = () => answer(ask, { what: "view", seat: by })?.hand ?? [];
      const had = hand();
      return () => {
        const gained = without(hand(), had);
        if (gained.length === 1) [told[place].came] = gained;
      };
    });
    return told;
  }

  /**
   * The ways to play these cards of a hand on a shared table without moving another card: as a new
   * meld, or all on one meld that is there.
   */
  function laidOnly(ask, facts, position, table, seat, cards) {
    const melds = table.table ?? [];
    const after = [
      [...melds, cards],
      ...melds.map((meld, at) => melds.map((one, place) => (place === at ? [...one, ...cards] : one))),
    ];
    return after
      .map((made) => ({ type: "rearrange", table: made, cards }))
      .filter((action) => mayI(ask, facts, position, { by: seat, do: action }).ok);
  }

  /** The actions that the engine would accept from a seat; a rearrangement with its fields. */
  function legalNow(ask, facts, position, table, seat) {
    const listed = answer(ask, { what: "legal", seat });
    return listed.flatMap((action) =>
      action.type === "rearrange" ? best(ask, facts, position, table, seat) : [action],
    );
  }

  /** The rearrangements that play the most cards, and the most points; one if both play the same. */
  function best(ask, facts, position, table, seat) {
    const common = {
      what: "best",
      game: position.game,
      rules: sentRules(facts, position),
      players: position.players,
      table: table.table ?? [],
      hand: table.hands[seat],
    };
    const found = ["cards", "points"].map((by) => answer(ask, { ...common, by })).filter(Boolean);
    const made = found.map(({ cards, table: after }) => ({
      type: "rearrange",
      table: after,
      cards,
    }));
    const isSame = (one, other) => [...one.cards].sort().join() === [...other.cards].sort().join();
    return made.filter((one, place) => place === 0 || !isSame(one, made[0]));
  }

  /** What the engine replies to an action; the engine is at the position again afterwards. */
  function mayI(ask, facts, position, act) {
    reach(ask, facts, position);
    const reply = ask({ cmd: "act", ...act });
    if (reply.ok) reach(ask, facts, position);
    return reply;
  }

  // ── what chance may do ──

  /** The decks that a rule set may want: the usual one, or with another number of jokers. */
  function* decks(facts, players) {
    const usual = facts.decks[players];
    yield usual;
    if (!usual.includes("*")) return;
    const naturals = usual.filter((card) => card !== "*");
    for (let jokers = 0; jokers <= MOST_JOKERS; jokers += 1)
      yield [...naturals, ...Array(jokers).fill("*")];
  }

  /** The hands, the stock and the upcard of the first deck that the rules accept; null if none. */
  function dealt(ask, facts, position, { deck, dealer, hand }) {
    const question = {
      what: "deal",
      game: position.game,
      rules: sentRules(facts, position),
      players: position.players,
    };
    for (const cards of deck ? [deck] : decks(facts, position.players)) {
      const reply = ask({ cmd: "ask", ...question, dealer, deck: cards, hand_number: hand });
      if (!reply.ok) continue;
      const hands = reply.answer.hands.map((hand) => inOrder(facts, position.players, hand));
      return { type: "deal", ...reply.answer, hands };
    }
    return null;
  }

  function* deals(ask, facts, position, table, random) {
    const seats = Array.from({ length: position.players }, (_, turn) => (table.dealer ?? 0) + turn);
    const hand = table.hand_number ?? 1;
    for (const number of new Set([hand, Math.min(hand + 1, Math.max(...facts.hands))])) {
      for (const seat of seats) {
        const usual = { dealer: seat % position.players, hand: number };
        const tried = dealt(ask, facts, position, usual);
        if (tried === null) continue;
        const deck = shuffled(
          [...tried.hands.flat(), ...(tried.upcard ? [tried.upcard] : []), ...tried.stock],
          random,
        );
        yield dealt(ask, facts, position, { ...usual, deck });
      }
    }
  }

  function* stocks(facts, position, table, random) {
    const discards = table.discard ?? [];
    const lying = [
      ...(table.melds ?? []).flatMap((meld) => meld.cards ?? []),
      ...(table.aside ?? []),
    ];
    const deck = facts.decks[position.players];
    const loose = without(deck, table.hands.flat());
    for (const due of [discards.slice(0, -1), discards, loose, without(loose, lying), lying]) {
      if (!due.length) continue;
      for (const type of ["reshuffle", "refill"]) yield { type, stock: shuffled(due, random) };
    }
  }

  /** Cuts for the deal: by all seats, or by those that drew the highest card before. */
  function* cuts(facts, position, random) {
    const deck = facts.decks[position.players];
    const ranks = "A23456789TJQK";
    const before = position.acts
      .filter(({ do: action }) => action.type === "cut")
      .map(({ do: action }) => action.cards);
    const drawn = before.flat().filter(Boolean);
    const last = before.at(-1) ?? [];
    const highest = Math.max(...last.map((card) => (card ? ranks.indexOf(card[0]) : -1)));
    const tied = last.map((card) => Boolean(card) && ranks.indexOf(card[0]) === highest);
    const all = Array(position.players).fill(true);
    for (const [due, pack] of [
      [all, deck],
      [tied, without(deck, drawn)],
      [tied, deck],
    ]) {
      const cards = shuffled(pack, random);
      yield { type: "cut", cards: due.map((cutting, seat) => (cutting ? cards[seat] : null)) };
    }
  }

  /** The action of chance that is due in a position, made with `seed`; null if none is. */
  function chanceDue(ask, facts, position, table, seed) {
    if (table.to_act?.length || table.match_over) return null;
    const random = randomOf(seed + "/" + position.acts.length);
    const tries = [
      () => deals(ask, facts, position, table, random),
      () => stocks(facts, position, table, random),
      () => cuts(facts, position, random),
    ];
    for (const made of tries) {
      for (const action of made()) {
        const act = { by: CHANCE, do: action };
        if (mayI(ask, facts, position, act).ok) return act;
      }
    }
    return null;
  }

  /**
   * The actions up to a deal that the rules accept: of the hand that is due, or else the last deal
   * made anew, with the hands before it as they were; null if there is none.
   */
  function dealtAnew(ask, facts, position, seed) {
    const stopped = reach(ask, facts, position);
    if (stopped?.step === 0) return null;
    const allowed = stopped ? position.acts.slice(0, stopped.step - 1) : position.acts;
    const last = allowed.map(({ do: action }) => action.type).lastIndexOf("deal");
    for (const upto of [allowed.length, Math.max(last, 0)]) {
      const acts = allowed.slice(0, upto);
      for (let type = "cut"; type === "cut"; ) {
        const there = { ...position, acts };
        reach(ask, facts, there);
        const due = chanceDue(ask, facts, there, tableNow(ask, facts, there), seed);
        if (due) acts.push(due);
        type = due?.do.type;
        if (type === "deal") return acts;
      }
    }
    return null;
  }

  // ── addresses ──

  const FORM = "deflate-raw";

  async function throughStream(bytes, stream) {
    const piped = new Blob([bytes]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(piped).arrayBuffer());
  }

  /** A position as text for an address. */
  async function packed({ game, rules, own, players, dealer, hand, acts }) {
    const kept = [
      game,
      rules,
      own,
      players,
      dealer,
      hand,
      acts.map(({ by, do: action }) => [by === CHANCE ? -1 : by, action]),
    ];
    const bytes = await throughStream(
      new TextEncoder().encode(JSON.stringify(kept)),
      new CompressionStream(FORM),
    );
    return btoa(String.fromCharCode(...bytes))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "");
  }

  /** The position of such a text.  Raises an error for a text that is none. */
  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const plain = new TextDecoder().decode(
      await throughStream(bytes, new DecompressionStream(FORM)),
    );
    const [game, rules, own, players, dealer, hand, acts] = JSON.parse(plain);
    return {
      game,
      rules,
      own,
      players,
      dealer,
      hand,
      acts: acts.map(([by, action]) => ({ by: by < 0 ? CHANCE : by, do: action })),
    };
  }

  Object.assign(meldspec, {
    CHANCE,
    asking,
    optionsOf,
    houseFile,
    readHouse,
    houseRules,
    unmetNeed,
    reach,
    tableNow,
    legalNow,
    laidOnly,
    toldSteps,
    mayI,
    dealt,
    inOrder,
    chanceDue,
    dealtAnew,
    randomOf,
    shuffled,
    without,
    packed,
    unpacked,
  });
})();
