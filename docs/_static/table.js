// Draws a table with its cards, and says actions in words.  The stepper and the page Play share it.
// The names of ranks, actions, phases and fields come from words.js, which is written at build.
(() => {
  "use strict";

  const meldspec = (globalThis.meldspec ??= {});
  const SUIT_SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const AS_TEXT = "\ufe0e"; // keeps phones from drawing a suit as a picture
  const DISCARDS_SHOWN = 8;

  /** An element; a child is a node or text. */
  function el(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined && value !== null) made.setAttribute(name, value);
    }
    made.append(...children.flat());
    return made;
  }

  /** A button that copies a text, and says so.  It is hidden where nothing can be copied. */
  function copying(words, textOf) {
    const made = el("button", { type: "button", hidden: navigator.clipboard ? null : "" }, words);
    made.addEventListener("click", async () => {
      await navigator.clipboard.writeText(textOf());
      made.textContent = "Copied";
      window.setTimeout(() => (made.textContent = words), 2000);
    });
    return made;
  }

  // ── cards ──

  const named = (card) => (card.length > 1 ? card.replace("*", "") : card);

  function cardName(card) {
    if (card === "*") return "joker";
    if (card.startsWith("*")) return "joker as " + cardName(card.slice(1));
    return meldspec.words.ranks[card[0]] + " of " + meldspec.words.suits[card[1]];
  }

  function cardGlyphs(card) {
    if (card === "*") return "joker";
    if (card.startsWith("*")) return "joker as " + cardGlyphs(card.slice(1));
    return (card[0] === "T" ? "10" : card[0]) + SUIT_SIGNS[card[1]] + AS_TEXT;
  }

  function face(card, tag = "span") {
    if (card === "*") return el(tag, { class: "card joker" }, el("b", {}, "★"));
    const [rank, suit] = named(card);
    const css = [
      "card",
      "DH".includes(suit) ? "red" : "black",
      card.startsWith("*") ? "joker" : "",
    ];
    return el(
      tag,
      { class: css.join(" ").trim() },
      el("b", {}, rank === "T" ? "10" : rank),
      el("i", {}, SUIT_SIGNS[suit] + AS_TEXT),
    );
  }

  /** Cards side by side; with `pick`, each is a button that calls it with its place. */
  function cards(some, { css = "", pick, picked = () => false } = {}) {
    if (!some.length) return el("span", { class: "nothing" }, "none");
    if (!pick) {
      const label = some.map(cardName).join(", ");
      return el(
        "span",
        { class: ("cards " + css).trim(), role: "img", "aria-label": label },
        some.map((card) => face(card)),
      );
    }
    const buttons = some.map((card, place) => {
      const button = face(card, "button");
      button.type = "button";
      button.setAttribute("aria-label", cardName(card));
      button.setAttribute("aria-pressed", String(picked(place)));
      button.addEventListener("click", () => pick(place));
      return button;
    });
    return el("span", { class: ("cards " + css).trim() }, buttons);
  }

  const RANKS = "A23456789TJQK";

  /** The cards of a meld in order; a run around the corner begins after its gap: Q K A. */
  function orderly(meld) {
    if (meld.includes("*")) return meld; // a joker stands for the card of its place
    const rank = (card) => RANKS.indexOf(named(card)[0]);
    const sorted = [...meld].sort(
      (one, other) => rank(one) - rank(other) || named(one).localeCompare(named(other)),
    );
    const isAround = meld.length > 1 && rank(sorted[0]) === 0 && rank(sorted.at(-1)) === 12;
    const gap = sorted.findIndex((card, at) => at && rank(card) - rank(sorted[at - 1]) > 1);
    return isAround && gap > 0 ? [...sorted.slice(gap), ...sorted.slice(0, gap)] : sorted;
  }

  // ── cards as people write them ──

  const CARD = /^(?:\*|\*?[A2-9TJQK][CDHS])$/;

  /** The cards in a text, and the words of it that are no card: `3C`, `10h`, `3♣`, `3 of clubs`. */
  function readCards(text) {
    let plain = text.toUpperCase().replaceAll(AS_TEXT, "");
    for (const [letter, sign] of Object.entries(SUIT_SIGNS)) plain = plain.replaceAll(sign, letter);
    for (const [letter, name] of Object.entries(meldspec.words.suits))
      plain = plain.replace(new RegExp("\\s*\\bOF\\s+" + name.toUpperCase(), "g"), letter);
    for (const [letter, name] of Object.entries(meldspec.words.ranks))
      plain = plain.replace(new RegExp("\\b" + name.toUpperCase() + "(?=[CDHS]\\b)", "g"), letter);
    plain = plain.replace(/\b10(?=[CDHS]\b)/g, "T");
    const jokers = plain.replace(/\bJOKERS?\b/g, "*").replace(/\*\s+AS\s+/g, "*");
    const words = jokers.split(/[\s,]+/).filter(Boolean);
    return {
      cards: words.filter((word) => CARD.test(word)),
      wrong: words.filter((word) => !CARD.test(word)),
    };
  }

  // ── words ──

  const seatName = (seat) => "seat " + seat;
  const signed = (number) => (number > 0 ? "+" + number : String(number).replace("-", "−"));

  /** The melds of a table that were not there before. */
  function newMelds(before, after) {
    const key = (meld) => [...meld].sort().join();
    const there = before.map(key);
    return after.filter((meld) => {
      const at = there.indexOf(key(meld));
      if (at >= 0) there.splice(at, 1);
      return at < 0;
    });
  }

  const between = (melds) => melds.flatMap((meld) => [meld, "·"]).slice(0, -1);

  /**
   * An action as parts: text, and lists of cards.  `came` is the card drawn or taken.  With the
   * shared table `before` it, a rearrangement is told by the melds that are new.
   */
  function actionParts(action, { form = 1, came, before } = {}) {
    const verbs = meldspec.words.actions[action.type];
    const verb = verbs ? verbs[form] : action.type.replace(/_/g, " ");
    switch (action.type) {
      case "draw":
        return came ? [verb, [came]] : [verb];
      case "take": {
        const what = came ? [came] : "the discard";
        if (action.meld?.length) return [verb, what, "onto", action.meld];
        return action.with?.length
          ? [verb, what, "with", action.with]
          : [verb, what, "into the hand"];
      }
      case "meld":
        return [verb, action.cards ?? []];
      case "expose":
        return [verb, action.cards ?? [], ...(action.face_down ? ["face down"] : [])];
      case "lay_off":
        return [verb, action.card ? [action.card] : "a card", "on", action.meld ?? []];
      case "discard":
        return [verb, action.card ? [action.card] : "a card"];
      case "choose":
        return [verb, action.cards?.length ? action.cards : "no cards", ...declared(action)];
      case "claim":
        return action.card ? [verb, [action.card], "of seat " + action.seat] : [verb, "nothing"];
      case "rearrange": {
        if (!action.table && !action.cards) return [verb];
        const made = before ? newMelds(before, action.table ?? []) : [];
        if (made.length && action.cards?.length)
          return [form ? "plays" : "play", action.cards, "to make", ...between(made)];
        const melds = between(action.table ?? []);
        return [
          verb,
          "with",
          action.cards?.length ? action.cards : "no card",
          "to",
          ...(melds.length ? melds : ["nothing"]),
        ];
      }
      case "call_tongits":
      case "go_out":
        return action.discard ? [verb + ", discarding", [action.discard]] : [verb];
      default:
        return [verb];
    }
  }

  function declared(action) {
    const box = meldspec.words.boxes[(action.cards?.length ?? 0) - 1];
    return [
      ...(box ? ["as the " + box] : []),
      ...(action.suit ? ["naming " + meldspec.words.suits[action.suit]] : []),
      ...(action.baccarat?.length ? ["with, as the baccarat hand,", action.baccarat] : []),
      ...(typeof action.opponent === "number" ? ["against seat " + action.opponent] : []),
    ];
  }

  /** What chance does as parts. */
  function chanceParts(action, game) {
    switch (action.type) {
      case "deal":
        return ["the cards are dealt"];
      case "reshuffle":
        return [game === "indian-chief" ? "the melds are shuffled into the stub" : "a new stock is made"];
      case "refill":
        return ["cards are added to the stub"];
      case "cut":
        return [
          "the seats cut for the deal:",
          ...action.cards.flatMap((card, seat) => (card ? [seatName(seat), [card]] : [])),
        ];
      default:
        return ["chance", ...actionParts(action)];
    }
  }

  /** A step as parts, with its seat. */
  const stepParts = ({ by, do: action, came, before, game }) =>
    by === "chance" ? chanceParts(action, game) : [seatName(by), ...actionParts(action, { came, before })];

  const spoken = (parts) =>
    parts
      .map((part) => (Array.isArray(part) ? part.map(cardName).join(", ") || "none" : part))
      .join(" ");

  const shown = (parts) =>
    parts.flatMap((part, place) => [
      ...(place ? [" "] : []),
      Array.isArray(part) ? cards(orderly(part), { css: "small" }) : part,
    ]);

  // ── the table ──

  /** A table with all cards open, from the view of each seat and the result of the hand. */
  function openTable(views, result) {
    const { seat, hand, choice, claim, ...shared } = views[0];
    const table = { ...shared, hands: views.map((view) => view.hand) };
    if (shared.melds)
      table.melds = shared.melds.map(({ owner }, place) => views[owner].melds[place]);
    for (const [name, several] of [
      ["choice", "choices"],
      ["claim", "claims"],
    ]) {
      if (views.some((view) => view[name] != null))
        table[several] = views.map((view) => view[name] ?? null);
    }
    if (result != null) table.result = result;
    return table;
  }

  const WITH_SIGN = new Set(["chips", "payments"]);
  const told = (name, value) =>
    WITH_SIGN.has(name) ? signed(value) : String(value).replace("-", "−");
  const nameOf = (field) => meldspec.words.fields[field] ?? field.replace(/_/g, " ");

  /** What a seat has beside its cards, in a few words. */
  function marksOf(table, seat) {
    const has = (name) => (table[name] ?? []).includes(seat);
    return [
      ...(table.dealer === seat ? ["dealer"] : []),
      ...(table.opened?.[seat] ? ["opened"] : []),
      ...(table.out === seat ? ["gone out"] : []),
      ...(table.caller === seat ? ["calls"] : []),
      ...(table.answers ?? [])
        .filter(([who]) => who === seat)
        .map(([, answer]) => meldspec.words.actions[answer][1]),
      ...(has("chosen") && table.phase === "choose" ? ["has chosen"] : []),
      ...(has("claimed") ? ["has claimed"] : []),
      ...(has("declined") ? ["has declined"] : []),
      ...["chips", "scores", "boxes"]
        .filter((name) => table[name])
        .map((name) => nameOf(name) + " " + told(name, table[name][seat])),
    ];
  }

  const row = (name, ...content) =>
    el(
      "div",
      { class: "felt-row" },
      el("div", { class: "felt-name" }, name),
      el("div", { class: "felt-cards" }, content),
    );

  const cardsIn = (count) => (count === 1 ? "1 card" : count + " cards");

  /** A seat with its hand; its hidden choice is marked by words. */
  function seatRow(table, seat, { pick, picked, hidden }) {
    const acts = (table.to_act ?? []).includes(seat);
    const name = [
      el("b", {}, seatName(seat)),
      ...(acts ? [el("span", { class: "to-act" }, " ◀ to act")] : []),
      el("small", {}, marksOf(table, seat).join(" · ")),
    ];
    const hand = table.hands[seat];
    const drawn = hidden?.(seat)
      ? el("span", { class: "nothing" }, cardsIn(hand.length))
      : cards(hand, {
          css: "hand",
          pick: pick && ((place) => pick(seat, place)),
          picked: (place) => picked?.(seat, place) ?? false,
        });
    const choice = hidden?.(seat) ? null : (table.choices?.[seat] ?? null);
    const claim = hidden?.(seat) ? null : (table.claims?.[seat] ?? null);
    const secret = [
      ...(choice
        ? [
            el(
              "span",
              { class: "secret" },
              "in secret ",
              shown(actionParts({ type: "choose", ...choice })),
            ),
          ]
        : []),
      ...(claim
        ? [
            el(
              "span",
              { class: "secret" },
              "in secret ",
              shown(actionParts({ type: "claim", ...claim })),
            ),
          ]
        : []),
    ];
    return row(name, drawn, ...secret, ...sheet(table.sheets?.[seat]));
  }

  function sheet(boxes) {
    const filled = Object.entries(boxes ?? {}).map(
      ([name, points]) => name.replace(/_/g, " ") + " " + signed(points),
    );
    return filled.length ? [el("small", { class: "sheet" }, filled.join(" · "))] : [];
  }

  function meldBox(name, some) {
    return el("span", { class: "meld" }, ...(name ? [el("small", {}, name)] : []), some);
  }

  function laid(table, hidden) {
    const melds = (table.melds ?? [])
      .filter((meld) => meld.cards?.length || meld.face_down)
      .map((meld) =>
        meldBox(
          "of seat " + meld.owner + (meld.face_down ? ", face down" : ""),
          meld.face_down && hidden?.(meld.owner) && meld.cards
            ? el("span", { class: "nothing" }, cardsIn(meld.cards.length))
            : cards(orderly(meld.cards ?? [])),
        ),
      );
    const shared = (table.table ?? []).map((meld) => meldBox("", cards(orderly(meld))));
    const both = [...melds, ...shared];
    if (!table.melds && !table.table) return [];
    return [
      row(
        [el("b", {}, "table")],
        ...(both.length ? both : [el("span", { class: "nothing" }, "no melds")]),
      ),
    ];
  }

  function piles(table) {
    const parts = [
      el(
        "span",
        { class: "pile" },
        ...(table.stock_size ? [el("span", { class: "card back", "aria-hidden": "true" })] : []),
        "stock " + table.stock_size,
      ),
    ];
    if (table.discard) {
      const top = table.discard.slice(-DISCARDS_SHOWN);
      const more = table.discard.length - top.length;
      parts.push(
        el(
          "span",
          { class: "pile" },
          "discards " + table.discard.length,
          ...(top.length ? [cards(top, { css: "fan" })] : []),
          ...(more ? [el("small", {}, more + " beneath")] : []),
        ),
      );
    }
    if (table.aside?.length)
      parts.push(el("span", { class: "pile" }, "lying aside", cards(table.aside)));
    return row([el("b", {}, "piles")], ...parts);
  }

  function facts(table) {
    const restores = table.sheets && table.phase === "reshuffle";
    const phase = restores ? "shuffling the melds into the stub" : meldspec.words.phases[table.phase];
    const parts = [phase ?? table.phase];
    for (const name of ["hand_number", "turn", "wild", "pot", "draws"]) {
      const value = name === "wild" && table[name] === "T" ? "10" : table[name];
      if (value != null) parts.push(nameOf(name) + " " + value);
    }
    if (table.taken) parts.push(nameOf("taken") + " " + cardGlyphs(table.taken));
    for (const theft of table.stolen ?? []) {
      parts.push(
        seatName(theft.by) + " has stolen " + cardGlyphs(theft.card) + " of seat " + theft.seat,
      );
    }
    return el("p", { class: "felt-facts" }, parts.join(" · "));
  }

  /** How a hand ended: winners, a column for each seat, and the payments with their clauses. */
  function drawResult(result, clauseLink) {
    const won = result.winners ?? (result.winner == null ? [] : [result.winner]);
    const who = won.length
      ? won.map(seatName).join(" and ") + (won.length > 1 ? " win" : " wins")
      : "nobody wins";
    const ended = meldspec.words.ends[result.end] ?? result.end;
    const lines = ["deadwood", "payments", "points", "scores", "boxes", "totals"].filter(
      (name) => result[name]?.length,
    );
    const width = Math.max(0, ...lines.map((name) => result[name].length));
    const heads = Array.from({ length: width }, (_, seat) =>
      el("th", { scope: "col" }, seatName(seat)),
    );
    const rows = lines.map((name) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, nameOf(name)),
        result[name].map((value) => el("td", {}, told(name, value))),
      ),
    );
    const more = [
      ...(result.rummy ? ["The winner went rummy."] : []),
      ...(result.burned?.length ? ["Burned: " + result.burned.map(seatName).join(", ") + "."] : []),
      ...(result.pot_to != null
        ? [
            "The pot of " +
              result.pot +
              " goes to " +
              [result.pot_to].flat().map(seatName).join(" and ") +
              ".",
          ]
        : []),
      ...(result.match_over
        ? [
            "The match is over, won by " +
              (result.match_winners ?? []).map(seatName).join(" and ") +
              ".",
          ]
        : []),
    ];
    const receipt = (result.receipt ?? []).map((line) => {
      const chips = line.chips + (line.chips === 1 ? " chip" : " chips");
      const words =
        "chips" in line
          ? seatName(line.from) + " pays " + chips + " to " + seatName(line.to)
          : seatName(line.to) +
            " scores " +
            told("points", line.points) +
            (line.from === line.to ? "" : " for the cards of " + seatName(line.from));
      return el("li", {}, words + ": ", clauseLink(line.clause));
    });
    return el(
      "div",
      { class: "felt-result" },
      el("p", {}, el("b", {}, who), " by " + ended + ". " + more.join(" ")),
      el(
        "table",
        { class: "by-seat" },
        el("thead", {}, el("tr", {}, el("td"), heads)),
        el("tbody", {}, rows),
      ),
      ...(receipt.length ? [el("ul", { class: "receipt" }, receipt)] : []),
    );
  }

  /** The name of a clause as a link; plain where no page has it. */
  function clauseLink(clause, address) {
    const name = el("code", {}, clause.slice(clause.indexOf(".") + 1));
    return address ? el("a", { href: address }, name) : name;
  }

  function drawTable(table, options = {}) {
    const seats = table.hands.map((_, seat) => seatRow(table, seat, options));
    return el("div", { class: "felt" }, facts(table), ...seats, ...laid(table, options.hidden), piles(table));
  }

  // ── what is loaded when it is asked for ──

  const root = () => document.documentElement.dataset.content_root ?? "./";
  const waiting = {};

  /** Called by each file of `_plays`, with its name and what it holds. */
  meldspec.loaded = (name, content) => waiting[name].resolve(content);

  /** What the file of `_plays` with this name holds; loaded once, also without a server. */
  function load(name) {
    if (waiting[name]) return waiting[name].promise;
    const one = (waiting[name] = {});
    one.promise = new Promise((resolve, reject) => {
      one.resolve = resolve;
      const script = el("script", { src: root() + "_plays/" + name + ".js" });
      script.addEventListener("error", () => reject(new Error("cannot be loaded: " + script.src)));
      document.head.append(script);
    });
    return one.promise;
  }

  /** The words of words.js, which everything here needs. */
  const withWords = () => load("words").then((words) => (meldspec.words = words));

  Object.assign(meldspec, {
    el,
    copying,
    cards,
    cardName,
    cardGlyphs,
    orderly,
    readCards,
    actionParts,
    stepParts,
    spoken,
    shown,
    openTable,
    drawTable,
    drawResult,
    clauseLink,
    load,
    withWords,
    root,
    seatName,
  });
})();
