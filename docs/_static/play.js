// The page Play: any game, by any rules, from a deal or from a step of a case; and "May I?".
(() => {
  "use strict";

  const meldspec = globalThis.meldspec;
  const { el, CHANCE } = meldspec;
  const MOST_OFFERED = 30;
  /** The letters of a reading that a phone shows in a closed choice. */
  const MOST_IN_LINE = 30;

  let facts = null;
  let ask = null;
  let engineName = "";
  /** The position that is shown, and the actions that were taken back. */
  let position = null;
  let undone = [];
  let seed = "1";
  /** The number of the shuffle that was dealt last; none after an address was followed. */
  let dealtWith = null;
  let reached = null;
  let picked = { seat: null, places: [] };
  let actor = null;
  let parts = null;

  // ── small things ──

  const isNarrow = () => window.matchMedia("(max-width: 46em)").matches;

  const button = (text, onClick, attributes = {}) => {
    const made = el("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", onClick);
    return made;
  };

  const choice = (label, pairs, chosen, onChange) => {
    const select = el(
      "select",
      {},
      pairs.map(([value, text]) =>
        el("option", { value, selected: String(value) === String(chosen) ? "" : null }, text),
      ),
    );
    select.addEventListener("change", () => onChange(select.value));
    return el("label", { class: "field" }, el("span", {}, label), select);
  };

  const field = (label, input) => el("label", { class: "field" }, el("span", {}, label), input);
  const addressOf = (path) => (path ? meldspec.root() + path : "");
  const clauseLink = (clause) => meldspec.clauseLink(clause, addressOf(facts.clauses[clause]?.[1]));
  const numbers = (several) => several.map((number) => [number, String(number)]);
  const seatsOf = (count) => Array.from({ length: count }, (_, seat) => seat);

  /** A refusal, a fault or a yes, in words with links. */
  function replyInWords(reply) {
    if (reply.ok) return [el("b", {}, "Yes.")];
    if ("error" in reply) return [el("b", {}, "That is no action: "), reply.error];
    if ("skipped" in reply)
      return [el("b", {}, "These readings cannot be played together: "), reply.skipped];
    const clauses = (reply.clauses ?? []).map((clause) =>
      el(
        "p",
        {},
        el("b", { class: "refuses" }, "No."),
        " ",
        clauseLink(clause),
        ": " + (facts.clauses[clause]?.[0] ?? ""),
      ),
    );
    return clauses.length ? clauses : [el("b", { class: "refuses" }, "No.")];
  }

  /** Draws a box again, with the focus and the scrolled list where they were, or near. */
  function again(box, draw) {
    const fields = () => [...box.querySelectorAll("select, input, button, textarea")];
    const focused = fields().indexOf(document.activeElement);
    const scrolled = box.querySelector(".options")?.scrollTop ?? 0;
    draw();
    const able = (one) => !one.disabled;
    if (focused >= 0) (fields().slice(focused).find(able) ?? fields().find(able))?.focus();
    box.querySelector(".options")?.scrollTo(0, scrolled);
  }

  // ── the position ──

  function newPosition(game, changes = {}) {
    const players = facts.players.includes(3) ? 3 : facts.players[0];
    return {
      game,
      rules: "default",
      own: {},
      players,
      dealer: 0,
      hand: facts.hands[0],
      acts: [],
      ...changes,
    };
  }

  async function loadGame(game) {
    facts = await meldspec.load(game);
  }

  /** Shows a position; `words` are said to screen readers. */
  async function show(next, words = "") {
    const goesOn = parts.offers.contains(document.activeElement);
    position = next;
    picked = { seat: null, places: [] };
    parts.by = null;
    parts.problem = "";
    parts.alert.textContent = "";
    closeTray();
    again(parts.setup, drawSetup);
    again(parts.own, drawOwnTable);
    drawPosition(words);
    if (goesOn) parts.offers.querySelector("button")?.focus();
    const packed = await meldspec.packed(position);
    if (position === next) history.replaceState(null, "", "#at=" + packed);
  }

  const partsOf = (step) => meldspec.stepParts({ ...step, game: position.game });
  const withActs = (acts) => ({ ...position, acts });

  function act(made) {
    undone = [];
    show(withActs([...position.acts, made]), meldspec.spoken(partsOf(made)));
  }

  function beginWith(acts, words) {
    undone = [];
    show(withActs(acts), words);
  }

  function back(count) {
    undone = [...position.acts.slice(count), ...undone];
    show(withActs(position.acts.slice(0, count)), "Back at step " + count);
  }

  function redo() {
    const [first, ...rest] = undone;
    const words = meldspec.spoken(partsOf(first));
    undone = rest;
    show(withActs([...position.acts, first]), words);
  }

  function dealShuffled() {
    undone = [];
    dealtWith = seed;
    const begun = withActs([]);
    const stopped = meldspec.reach(ask, facts, begun);
    if (stopped) return show(begun);
    const made = meldspec.chanceDue(ask, facts, begun, meldspec.tableNow(ask, facts, begun), seed);
    if (isNarrow()) parts.settings.open = false;
    const words = { deal: "The cards are dealt", cut: "The cards are cut for the deal" };
    return show(withActs(made ? [made] : []), words[made?.do.type] ?? "");
  }

  // ── the choices above the table ──

  function drawSetup() {
    const rules = facts.ruleSets.map(({ name }) => [name, name]);
    const about = facts.ruleSets.find(({ name }) => name === position.rules)?.about ?? "";
    const seedField = el("input", { type: "text", value: seed, size: "8" });
    const shuffle = () => {
      seed = seedField.value.trim() || "1";
      if (position.acts.length && seed === dealtWith) seed = String(Math.floor(Math.random() * 1e6));
      dealShuffled();
    };
    seedField.addEventListener("change", () => (seed = seedField.value.trim() || "1"));
    seedField.addEventListener("keydown", (event) => {
      if (event.key === "Enter") shuffle();
    });
    const anew = (changes) => {
      undone = [];
      position = { ...position, ...changes, acts: [] };
      dealShuffled();
    };
    parts.setup.replaceChildren(
      choice("Game", Object.entries(meldspec.words.games), position.game, async (game) => {
        await loadGame(game);
        position = newPosition(game);
        dealShuffled();
      }),
      choice("Rules", rules, position.rules, (name) => show({ ...position, rules: name })),
      ...(facts.players.length > 1
        ? [
            choice("Seats", numbers(facts.players), position.players, (value) =>
              anew({ players: Number(value), dealer: 0 }),
            ),
          ]
        : []),
      choice(
        "First dealer",
        seatsOf(position.players).map((seat) => [seat, "seat " + seat]),
        position.dealer,
        (value) => anew({ dealer: Number(value) }),
      ),
      ...(facts.hands.length > 1
        ? [
            choice("First hand", numbers(facts.hands), position.hand, (value) =>
              anew({ hand: Number(value) }),
            ),
          ]
        : []),
      field("Shuffle number", seedField),
      button("Shuffle and deal", shuffle),
      button("Deal by hand", drawTray),
    );
    const changes = Object.keys(position.own).length;
    const rulesNow = position.rules + (changes ? ", changed" : "");
    parts.chosen.textContent =
      facts.title + ", " + position.players + " seats, rules: " + rulesNow;
    parts.about.textContent =
      about +
      (changes
        ? " With " + changes + (changes > 1 ? " changes" : " change") + " of your own table."
        : "");
  }

  // ── the rules of one's own table ──

  function drawOwnTable() {
    const base = facts.ruleSets.find(({ name }) => name === position.rules)?.options ?? {};
    const file = el("textarea", { readonly: "", rows: "8", "aria-label": "House rule file" });
    file.value = meldspec.houseFile(facts, position);
    const filter = el("input", { type: "search", placeholder: "Filter, for example: joker" });
    const rows = facts.options.map((one) => {
      const usual = base[one.name] ?? one.default;
      const chosen = position.own[one.name] ?? usual;
      const select = el(
        "select",
        {},
        one.readings.map(([value, words]) =>
          el(
            "option",
            { value: String(value), selected: value === chosen ? "" : null },
            words + (value === usual ? " (as in " + position.rules + ")" : ""),
          ),
        ),
      );
      select.addEventListener("change", () => {
        const { [one.name]: _, ...own } = position.own;
        const value = one.readings.find(([name]) => String(name) === select.value)[0];
        show({ ...position, own: value === usual ? own : { ...own, [one.name]: value } });
      });
      const asks = one.address ? el("a", { href: addressOf(one.address) }, one.asks) : one.asks;
      const words = one.readings.find(([value]) => value === chosen)?.[1] ?? "";
      return el(
        "div",
        { class: one.name in position.own ? "option changed" : "option" },
        el("label", {}, el("span", {}, asks), select),
        ...(words.length > MOST_IN_LINE ? [el("small", { "aria-hidden": "true" }, words)] : []),
      );
    });
    const sift = () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      rows.forEach((row, place) => {
        const text = (row.textContent + " " + facts.options[place].name).toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      });
    };
    filter.value = parts.filter;
    filter.addEventListener("input", () => {
      parts.filter = filter.value;
      sift();
    });
    sift();
    const load = el("input", { type: "file", accept: ".toml", hidden: "", "aria-label": "File to load" });
    load.addEventListener("change", () => loadHouse(load.files[0]));
    const unmet = meldspec.unmetNeed(facts, position);
    const unplayable = unmet ? "These rules cannot be played: " + unmet + "." : "";
    parts.own.replaceChildren(
      el(
        "p",
        {},
        "Only points on which the sources differ or are silent can be set; other house rules, such as an ace of 15 points, cannot.",
      ),
      field("Questions of this game", filter),
      el("div", { class: "options" }, rows),
      el(
        "p",
        {},
        "Your table as a house rule file, for ",
        el("code", {}, "--rules FILE.toml"),
        ":",
      ),
      file,
      el(
        "div",
        { class: "step-tabs" },
        meldspec.copying("Copy", () => file.value),
        button("Download", () => download("our-table-" + position.game + ".toml", file.value)),
        button("Load", () => load.click()),
        load,
      ),
      el("p", { role: "alert", class: "refuses" }, parts.problem || unplayable),
    );
  }

  function download(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    el("a", { href: address, download: name }).click();
    URL.revokeObjectURL(address);
  }

  /** Plays by the rules of a file; a file with a fault is told in one line, and nothing changes. */
  async function loadHouse(file) {
    try {
      const { parse } = await meldspec.load("toml");
      const house = meldspec.readHouse(await file.text(), parse);
      if (!Object.hasOwn(meldspec.words.games, house.game))
        throw new Error("there is no game '" + house.game + "'");
      const name = file.name.replace(/\.[^.]*$/, "");
      const rules = meldspec.houseRules(await meldspec.load(house.game), { name, ...house });
      if (house.game === position.game) return show({ ...position, ...rules }, "The file is loaded");
      await loadGame(house.game);
      position = newPosition(house.game, rules);
      return dealShuffled();
    } catch (error) {
      parts.problem = file.name + ": " + error.message + ".";
      return drawOwnTable();
    }
  }

  // ── a deal of one's own ──

  function closeTray() {
    parts.tray.replaceChildren();
    parts.below.hidden = false;
  }

  function drawTray() {
    const anew = meldspec.dealtAnew(ask, facts, position, seed);
    if (!anew) {
      parts.alert.textContent = "By these rules nothing can be dealt.";
      return;
    }
    const before = anew.slice(0, -1);
    const usual = anew.at(-1).do;
    const kept = before.filter((one) => position.acts.includes(one)).length;
    const loses = position.acts.slice(kept).some(({ by }) => by !== CHANCE);
    const sizes = [
      ...usual.hands.map((hand) => hand.length),
      ...(usual.upcard ? [1] : []),
      usual.stock.length,
    ];
    const deck = [...usual.hands.flat(), ...(usual.upcard ? [usual.upcard] : []), ...usual.stock];
    const sorted = meldspec.inOrder(facts, position.players, deck);
    const names = [
      ...usual.hands.map((_, seat) => "seat " + seat),
      ...(usual.upcard ? ["upcard"] : []),
      "stock, its top first",
    ];
    const piles = names.map(() => []);
    let target = 0;

    const fill = () => {
      const left = meldspec.shuffled(
        meldspec.without(sorted, piles.flat()),
        meldspec.randomOf(seed),
      );
      piles.forEach((pile, place) => pile.push(...left.splice(0, sizes[place] - pile.length)));
      draw();
    };
    const begin = () => {
      const hands = piles
        .slice(0, position.players)
        .map((pile) => meldspec.inOrder(facts, position.players, pile));
      const upcard = usual.upcard ? { upcard: piles[position.players][0] } : {};
      const deal = { type: "deal", hands, ...upcard, stock: piles.at(-1) };
      beginWith([...before, { by: CHANCE, do: deal }], "Your cards are dealt");
    };

    /** Puts the focus into a row of the tray, which was drawn again, near where it was. */
    function focusIn(row, kind, at = 0) {
      const there = [...parts.tray.querySelectorAll(".felt-row")[row].querySelectorAll(kind)];
      const last = parts.tray.querySelector(".step-tabs button:not(:disabled)");
      (there[Math.min(at, there.length - 1)] ?? last).focus();
    }

    function draw() {
      const left = meldspec.without(sorted, piles.flat());
      const short = piles.findIndex((pile, place) => pile.length < sizes[place]);
      const missing = () => {
        const count = sizes[short] - piles[short].length;
        const pile = short < position.players ? names[short] : "the " + names[short].split(",")[0];
        return "Missing: " + count + (count > 1 ? " cards" : " card") + " for " + pile + ".";
      };
      const rows = names.map((name, place) =>
        el(
          "div",
          { class: "felt-row" },
          button(
            name + " " + piles[place].length + " of " + sizes[place],
            () => ((target = place), draw(), focusIn(place, ".felt-row > button")),
            { "aria-pressed": String(target === place) },
          ),
          el(
            "div",
            { class: "felt-cards" },
            meldspec.cards(piles[place], {
              pick: (at) => (piles[place].splice(at, 1), draw(), focusIn(place, ".felt-cards button", at)),
            }),
          ),
        ),
      );
      const tray = meldspec.cards(left, {
        pick: (at) => {
          if (piles[target].length >= sizes[target]) target = short;
          piles[target].push(left[at]);
          draw();
          focusIn(names.length, ".felt-cards button", at);
        },
      });
      parts.tray.replaceChildren(
        el(
          "div",
          { class: "felt tray" },
          el(
            "p",
            { class: "felt-facts" },
            "Choose a seat or a pile, then tap cards of the tray. A tap on a card that is dealt puts it back.",
          ),
          ...(loses ? [el("p", {}, "Begin replaces step " + (kept + 1) + " and all that follows.")] : []),
          ...rows,
          el(
            "div",
            { class: "felt-row" },
            el("b", {}, "tray " + left.length),
            el("div", { class: "felt-cards" }, tray),
          ),
          el(
            "div",
            { class: "step-tabs" },
            button("Shuffle the rest", fill),
            button("Begin", begin, left.length ? { disabled: "" } : {}),
            button("Never mind", closeTray),
            ...(left.length ? [el("small", {}, missing())] : []),
          ),
        ),
      );
    }
    parts.below.hidden = true;
    draw();
  }

  // ── the table ──

  function drawPosition(words) {
    const stopped = meldspec.reach(ask, facts, position);
    parts.said.textContent = words;
    reached = null;
    if (stopped) return drawStopped(stopped);
    reached = meldspec.tableNow(ask, facts, position);
    const toAct = reached.to_act ?? [];
    actor = toAct.includes(actor) ? actor : (toAct[0] ?? 0);
    drawTable();
    drawOffers();
    drawMayI();
    again(parts.log, () => drawLog(position.acts.length));
    return null;
  }

  /** The steps up to the one that the rules do not allow. */
  function drawStopped({ step, reply }) {
    const where = step
      ? "By these rules step " +
        step +
        " is not allowed: " +
        meldspec.spoken(partsOf(position.acts[step - 1]))
      : "By these rules no match begins.";
    parts.table.replaceChildren(
      el("div", { class: "step-told refused" }, el("p", {}, where), replyInWords(reply)),
    );
    parts.result.replaceChildren();
    const anew = meldspec.dealtAnew(ask, facts, position, seed);
    parts.offers.replaceChildren(
      ...(step > 1 ? [button("Go back to the step before it", () => back(step - 1))] : []),
      ...(anew ? [button("Deal by these rules", () => beginWith(anew, "The cards are dealt"))] : []),
    );
    parts.mayI.replaceChildren();
    again(parts.log, () => drawLog(step - 1));
  }

  function pick(seat, place) {
    if (picked.seat !== seat) picked = { seat, places: [] };
    const has = picked.places.includes(place);
    picked.places = has ? picked.places.filter((one) => one !== place) : [...picked.places, place];
    parts.by = null; // the form asks for the seat whose card is tapped
    drawTable();
    drawOffers();
    drawMayI();
    parts.table
      .querySelectorAll(".felt-row")
      [seat]?.querySelectorAll("button.card")
      [place]?.focus();
  }

  const pickedCards = () =>
    picked.seat === null ? [] : picked.places.map((place) => reached.hands[picked.seat][place]);

  /** Whether the hand of a seat is not shown: that of the seat to act is, and all at the end. */
  const hidden = (seat) =>
    parts.hide.checked &&
    reached !== null &&
    !reached.result &&
    (seat !== actor || !reached.to_act?.length);

  function drawTable() {
    if (reached === null) return;
    parts.table.replaceChildren(
      meldspec.drawTable(reached, {
        pick,
        picked: (seat, place) => picked.seat === seat && picked.places.includes(place),
        hidden,
      }),
    );
    parts.result.replaceChildren(
      ...(reached.result ? [meldspec.drawResult(reached.result, clauseLink)] : []),
    );
  }

  // ── what may be done ──

  const cardsOf = (action) =>
    [action.card, action.discard, ...(action.cards ?? []), ...(action.with ?? [])].filter(Boolean);

  function drawOffers() {
    const toAct = reached.to_act ?? [];
    if (!toAct.length) {
      const due = meldspec.chanceDue(ask, facts, position, reached, seed);
      const names = {
        deal: position.acts.length ? "Deal the next hand" : "Deal",
        reshuffle: reached.sheets ? "Shuffle the melds into the stub" : "Make a new stock",
        refill: "Add cards to the stub",
        cut: "Cut for the deal",
      };
      parts.offers.replaceChildren(
        ...(due
          ? [el("p", {}, "Chance is to act."), button(names[due.do.type], () => act(due))]
          : [el("p", {}, reached.result ? "The match is over." : "Nobody is to act.")]),
      );
      return;
    }
    const seats =
      toAct.length > 1
        ? [
            el(
              "div",
              { class: "step-tabs", role: "group", "aria-label": "Who acts" },
              toAct.map((seat) =>
                button(
                  "seat " + seat,
                  () => {
                    actor = seat;
                    drawTable();
                    again(parts.offers, drawOffers);
                    drawMayI();
                    drawLog(position.acts.length);
                  },
                  { "aria-pressed": String(seat === actor) },
                ),
              ),
            ),
          ]
        : [];
    meldspec.reach(ask, facts, position);
    const given = meldspec.legalNow(ask, facts, position, reached, actor);
    const chosen = picked.seat === actor ? pickedCards() : [];
    const mayRearrange = given.some(({ type }) => type === "rearrange");
    const simple =
      mayRearrange && chosen.length
        ? meldspec.laidOnly(ask, facts, position, reached, actor, chosen)
        : [];
    const words = (action) =>
      meldspec.spoken(meldspec.actionParts(action, { form: 0, before: reached.table }));
    const known = new Set(simple.map(words));
    const legal = [...simple, ...given.filter((action) => !known.has(words(action)))];
    const fits = (action) =>
      chosen.length > 0 && meldspec.without(chosen, cardsOf(action)).length === 0;
    const fitting = legal.filter(fits);
    fitting.sort((one, other) => cardsOf(one).length - cardsOf(other).length);
    const others = legal.filter((action) => !fits(action));
    const bare = others.filter((action) => !cardsOf(action).length);
    const sorted = [...fitting, ...bare, ...others.filter((action) => cardsOf(action).length)];
    const first = sorted.slice(0, MOST_OFFERED);
    const offered = first.map((action) =>
      button(
        meldspec.shown(meldspec.actionParts(action, { form: 0, before: reached.table })),
        () => act({ by: actor, do: action }),
        { class: fits(action) ? "offer fits" : "offer" },
      ),
    );
    const more = legal.length - first.length;
    parts.offers.replaceChildren(
      ...seats,
      el("p", {}, "Seat " + actor + " may:"),
      ...(chosen.length && !fitting.length
        ? [el("p", { class: "nothing" }, "nothing with the tapped cards, but:")]
        : []),
      el(
        "div",
        { class: "offers" },
        offered.length ? offered : el("span", { class: "nothing" }, "nothing"),
      ),
      ...(mayRearrange
        ? [
            el(
              "p",
              { class: "nothing" },
              "Of all rearrangements, those are here that play the most. Tap cards to lay them alone, " +
                "or ask for any other below.",
            ),
          ]
        : []),
      ...(more
        ? [
            el(
              "p",
              { class: "nothing" },
              more + " more: tap cards of the hand to see the actions with them.",
            ),
          ]
        : []),
    );
  }

  // ── "May I?" ──

  const meldsOf = (table) => [
    ...(table.melds ?? []).flatMap((meld) => (meld.cards ? [meld.cards] : [])),
    ...(table.table ?? []),
  ];
  /** The cards in a text.  Raises an error for a word that is no card. */
  function listed(text) {
    const { cards, wrong } = meldspec.readCards(text);
    if (wrong.length) throw new Error(wrong[0].toLowerCase() + " is no card");
    if (cards.some((card) => card.startsWith("*")) && !facts.decks[position.players].includes("*"))
      throw new Error("this game has no jokers");
    return cards;
  }

  /** The only card in a text, if there is one.  Raises an error for several. */
  function single(text) {
    const found = listed(text);
    if (found.length > 1) throw new Error("name one card, not " + found.length);
    return found[0];
  }

  /** For each field of an action: its form element, and how its value is read. */
  function fieldOf(name, table, chosen) {
    const line = (value, placeholder = "3C") =>
      el("input", { type: "text", value, placeholder, spellcheck: "false" });
    switch (name) {
      case "card":
      case "discard":
        return { input: line(chosen[0] ?? ""), read: (input) => single(input.value) };
      case "cards":
      case "with":
        return { input: line(chosen.join(" "), "3C 4C 10C"), read: (input) => listed(input.value) };
      case "baccarat":
        return { input: line("", "3C 4C"), read: (input) => listed(input.value) };
      case "meld": {
        const melds = meldsOf(table);
        const options = [
          ["", "none"],
          ...melds.map((meld, place) => [
            String(place),
            meldspec.orderly(meld).map(meldspec.cardGlyphs).join(" "),
          ]),
        ];
        const input = el(
          "select",
          {},
          options.map(([value, text]) => el("option", { value }, text)),
        );
        if (melds.length) input.value = "0";
        return { input, read: () => (input.value === "" ? undefined : melds[Number(input.value)]) };
      }
      case "table": {
        const input = el("textarea", {
          rows: String((table.table ?? []).length + 2),
          spellcheck: "false",
        });
        input.value = (table.table ?? []).map((meld) => meld.join(" ")).join("\n");
        return {
          input,
          read: () =>
            input.value
              .split("\n")
              .map(listed)
              .filter((meld) => meld.length),
        };
      }
      case "face_down": {
        const input = el("input", { type: "checkbox" });
        return { input, read: () => input.checked || undefined };
      }
      case "suit": {
        const input = el(
          "select",
          {},
          [["", "none"], ...Object.entries(meldspec.words.suits)].map(([value, text]) =>
            el("option", { value }, text),
          ),
        );
        return { input, read: () => input.value || undefined };
      }
      default: {
        const seats = [
          ["", "none"],
          ...table.hands.map((_, seat) => [String(seat), "seat " + seat]),
        ];
        const input = el(
          "select",
          {},
          seats.map(([value, text]) => el("option", { value }, text)),
        );
        return { input, read: () => (input.value === "" ? undefined : Number(input.value)) };
      }
    }
  }

  const LABELS = {
    cards: "Cards",
    with: "With these cards",
    card: "Card",
    discard: "Discarding",
    meld: "On the meld",
    table: "The whole table after it, a meld in each line",
    face_down: "Face down",
    suit: "Naming the suit",
    baccarat: "Baccarat hand",
    opponent: "Against",
    seat: "Of",
  };

  /** The actions that are none without a card. */
  const NEEDS_CARD = new Set(["discard", "lay_off"]);

  function drawMayI() {
    const types = Object.keys(facts.actions);
    if (!types.includes(parts.type)) parts.type = types[0];
    const by = parts.by ?? picked.seat ?? actor;
    const fields = facts.actions[parts.type].map((name) => ({
      name,
      ...fieldOf(name, reached, pickedCards()),
    }));
    const verdict = el("div", { class: "verdict-box", role: "status" });
    const missing = (text) => verdict.replaceChildren(el("p", {}, text));
    const put = () => {
      let stated = [];
      try {
        stated = fields
          .map(({ name, input, read }) => [name, read(input)])
          .filter(([, value]) => value !== undefined);
      } catch (error) {
        const what = error.message[0].toUpperCase() + error.message.slice(1);
        return missing(what + ". Write cards like this: AC 3C 10H.");
      }
      const named = stated.map(([name]) => name);
      if (NEEDS_CARD.has(parts.type) && !named.includes("card"))
        return missing("Name a card: tap one, or write it like this: 3C.");
      const made = {
        by: Number(seat.querySelector("select").value),
        do: { type: parts.type, ...Object.fromEntries(stated) },
      };
      const reply = meldspec.mayI(ask, facts, position, made);
      const words = meldspec.shown(
        meldspec.actionParts(made.do, { form: 0, before: reached.table }),
      );
      return verdict.replaceChildren(
        el("p", {}, "May seat " + made.by + " ", words, "?"),
        ...replyInWords(reply),
        ...(reply.ok ? [" ", button("Do it", () => act(made))] : []),
      );
    };
    const seat = choice(
      "Seat",
      seatsOf(position.players).map((one) => [one, "seat " + one]),
      by,
      (value) => (parts.by = Number(value)),
    );
    const type = choice(
      "Action",
      types.map((one) => [one, meldspec.words.actions[one]?.[0] ?? one]),
      parts.type,
      (value) => ((parts.type = value), again(parts.mayI, drawMayI)),
    );
    const form = el(
      "form",
      { class: "may-i" },
      seat,
      type,
      fields.map(({ name, input }) => field(LABELS[name] ?? name, input)),
      el("button", { type: "submit" }, "May I?"),
    );
    form.addEventListener("input", () => verdict.replaceChildren()); // it was about other words
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      put();
    });
    parts.mayI.replaceChildren(form, verdict);
  }

  // ── the steps ──

  /** A step in words, without the cards that are hidden now: one drawn, and a choice still secret. */
  function asSeen(step, later) {
    const { by, do: action } = step;
    if (by === CHANCE || !hidden(by)) return partsOf(step);
    const secret = { choose: reached.choices, claim: reached.claims }[action.type];
    const isLast = !later.some((one) => one.by === by && one.do.type === action.type);
    if (secret?.[by] != null && isLast) return [meldspec.seatName(by), "acts in secret"];
    return partsOf({ ...step, came: undefined });
  }

  function drawLog(reachedSteps) {
    const told = meldspec.toldSteps(ask, facts, position);
    const items = told.map((step, place) => {
      const item = el(
        "li",
        { class: place < reachedSteps ? "step" : "step nothing" },
        meldspec.shown(asSeen(step, told.slice(place + 1))),
      );
      const there = button("back to here", () => back(place + 1), { class: "back-to" });
      if (place + 1 < position.acts.length && place < reachedSteps) item.append(" ", there);
      return item;
    });
    const copy = meldspec.copying("Copy the address of this position", () => location.href);
    parts.log.replaceChildren(
      el(
        "div",
        { class: "step-tabs" },
        button(
          "Take back",
          () => back(position.acts.length - 1),
          position.acts.length > 1 ? {} : { disabled: "" },
        ),
        button("Play again", redo, undone.length ? {} : { disabled: "" }),
        copy,
      ),
      el("ol", { class: "play" }, items),
    );
  }

  // ── the beginning ──

  /** The position that the address names: packed, a step of a case, or a game with its rules. */
  async function asked() {
    const fields = new URLSearchParams(decodeURIComponent(location.hash.slice(1)));
    if (fields.has("at")) {
      const next = await meldspec.unpacked(fields.get("at"));
      await loadGame(next.game);
      checkRules(next.rules);
      return next;
    }
    if (fields.has("case")) {
      const content = await meldspec.load(fields.get("case"));
      await loadGame(content.game);
      const as = fields.get("as") ?? content.plays[0].name;
      const play = content.plays.find(({ name }) => name === as);
      if (!play) throw new Error("no play " + as);
      const steps = [...content.plays[0].steps.slice(0, play.shared), ...play.steps];
      const upto = Number(fields.get("step") ?? steps.length);
      if (!Number.isInteger(upto) || upto < 1 || upto > steps.length) throw new Error("no such step");
      const made = steps.slice(0, upto).filter(({ refused }) => !refused);
      const acts = made.map(({ by, do: action }) => ({ by, do: action }));
      const { game, players, dealer, hand } = content;
      const own = meldspec.optionsOf(facts, { rules: "default", own: play.rules });
      return { game, rules: "default", own, players, dealer, hand, acts };
    }
    const games = Object.keys(meldspec.words.games);
    const game = fields.get("game") ?? games[0];
    if (!games.includes(game)) throw new Error("no game " + game);
    await loadGame(game);
    const rules = fields.get("rules") ?? "default";
    checkRules(rules);
    return newPosition(game, { rules });
  }

  /** Raises an error for a rule set that the game does not have. */
  function checkRules(rules) {
    if (!facts.ruleSets.some(({ name }) => name === rules)) throw new Error("no rules " + rules);
  }

  async function follow() {
    undone = [];
    dealtWith = null;
    try {
      position = await asked();
    } catch {
      const [game] = Object.keys(meldspec.words.games);
      await loadGame(game);
      position = newPosition(game);
      await dealShuffled();
      parts.alert.textContent = "The address is incomplete, or leads to nothing here. A new hand is dealt.";
      return null;
    }
    return position.acts.length ? show(position) : dealShuffled();
  }

  const cannotPlay = (error) =>
    el("p", { role: "alert" }, "This cannot be played: " + error.message);

  async function start(host) {
    const [createEngine] = await Promise.all([meldspec.load("engine"), meldspec.withWords()]);
    ask = meldspec.asking(createEngine);
    const { engine } = ask({ cmd: "hello", protocol: 1 });
    engineName = engine.name + " " + engine.version + " (" + engine.language + ")";
    const box = (css) => el("div", { class: css });
    const hide = el("input", { type: "checkbox" });
    hide.addEventListener("change", () => {
      drawTable();
      if (reached !== null) drawLog(position.acts.length);
    });
    parts = {
      settings: el("details", { class: "fold settings" }),
      chosen: el("summary"),
      setup: box("setup"),
      about: el("p", { class: "about" }),
      own: box("own"),
      tray: box("tray-box"),
      alert: el("p", { class: "refuses", role: "alert" }),
      said: el("p", { class: "said", role: "status" }),
      below: el("div"),
      table: box("table-now"),
      offers: box("offered"),
      result: box("result-now"),
      mayI: box("may-i-box"),
      log: box("log"),
      hide,
      filter: "",
      problem: "",
      type: "",
      by: null,
    };
    parts.settings.open = !isNarrow();
    parts.settings.append(
      parts.chosen,
      parts.setup,
      parts.about,
      el(
        "details",
        { class: "fold" },
        el("summary", {}, "The readings of your own table"),
        parts.own,
      ),
    );
    parts.below.append(
      parts.table,
      parts.offers,
      parts.result,
      el("label", { class: "hide" }, hide, " Hide the hands of the seats that are not to act"),
      el("h2", {}, "May I?"),
      el(
        "p",
        {},
        "Ask for any action of any seat, allowed or not. Cards that are tapped in a hand are filled in.",
      ),
      parts.mayI,
      el("h2", {}, "The steps so far"),
      parts.log,
    );
    host.replaceChildren(
      parts.settings,
      parts.tray,
      parts.alert,
      parts.said,
      parts.below,
      el(
        "p",
        { class: "answers" },
        "The engine ",
        el("b", {}, engineName),
        " answers in this page; nothing is sent anywhere.",
      ),
    );
    const arrive = () => follow().catch((error) => parts.table.replaceChildren(cannotPlay(error)));
    window.addEventListener("hashchange", arrive);
    await arrive();
  }

  document.addEventListener("DOMContentLoaded", () => {
    const host = document.querySelector(".playing");
    start(host).catch((error) => host.replaceChildren(cannotPlay(error)));
  });
})();
