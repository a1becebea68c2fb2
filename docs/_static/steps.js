// Steppers of the plays on a page.  Each is filled when a reader asks for it.
(() => {
  "use strict";

  const meldspec = globalThis.meldspec;
  const { el } = meldspec;

  /** The address of a step: `#NAME&step=7&as=READING`. */
  function asked() {
    let hash = "";
    try {
      hash = decodeURIComponent(location.hash.slice(1));
    } catch {
      // the address is broken
    }
    const [name, ...rest] = hash.split("&");
    const fields = new URLSearchParams([...(name.includes("=") ? [name] : []), ...rest].join("&"));
    const step = Number(fields.get("step"));
    return {
      name: name.includes("=") ? "" : name,
      step: !fields.has("step") ? null : Number.isInteger(step) ? step : 0,
      as: fields.get("as"),
    };
  }

  /** The steps of a play; each has only the fields of the table that it changes. */
  function wholeSteps(plays, play) {
    const tables = [];
    let table = {};
    for (const step of [...plays[0].steps.slice(0, play.shared), ...play.steps]) {
      table = { ...table, ...step.table };
      tables.push({ ...step, table });
    }
    return tables;
  }

  /** The written steps beside a stepper, in the order of its play; empty if they are others. */
  function writtenSteps(host, play, count) {
    const around = host.closest(".example, .argument") ?? document.body;
    const lists = [...around.querySelectorAll("ol.play[data-of]")];
    const main = lists.filter((list) => list.dataset.of === "play");
    const own = lists.filter((list) => list.dataset.of === play.name && play.name !== "play");
    const chosen = play.name === "control" ? own : [...main, ...own];
    const items = chosen.flatMap((list) => [...list.querySelectorAll(":scope > li.step")]);
    return count - items.length === 1 ? [null, ...items] : count === items.length ? items : [];
  }

  /** The questions and answers that follow a written step. */
  function checksAfter(item) {
    const found = [];
    for (
      let next = item?.nextElementSibling;
      next?.matches("li.check");
      next = next.nextElementSibling
    )
      found.push(next);
    return found;
  }

  /** Folds the deal as it is written: the table shows its cards. */
  function foldDeal(host) {
    const around = host.closest(".example-body, .argument") ?? document.body;
    const deal = around.querySelector(":scope > dl.deal, :scope .common > dl.deal");
    if (!deal) return;
    const fold = el("details", { class: "fold" }, el("summary", {}, "The deal, as written"));
    deal.replaceWith(fold);
    fold.append(deal);
  }

  /** Fills a stepper; the function that it gives shows a step. */
  function fill(host, content) {
    const { plays } = content;
    const stage = el("div", { class: "stage" });
    const tabs = el("div", { class: "step-tabs", role: "group", "aria-label": "Which play" });
    const told = el("p", { class: "step-about" });
    host.replaceChildren(...(plays.length > 1 ? [tabs, told] : []), stage);
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", "Step through the play");
    foldDeal(host);
    let controls = null;
    let written = [];
    let at = 0;

    const labelOf = ({ name }) => (name === "play" ? "the play" : name.replace(/_/g, " "));
    const buttons = plays.map((play) => {
      const tab = el("button", { type: "button" }, labelOf(play));
      tab.addEventListener("click", () => {
        open(play, at);
        tab.focus();
        history.replaceState(null, "", addressOf(host.dataset.play, at + 1, play));
      });
      tabs.append(tab);
      return tab;
    });

    function open(play, step) {
      controls?.leave();
      host.querySelector(".step-wrong")?.remove();
      mark(null);
      buttons.forEach((tab, place) =>
        tab.setAttribute("aria-pressed", String(plays[place] === play)),
      );
      told.textContent = play.told;
      told.hidden = play.told === labelOf(play);
      const steps = wholeSteps(plays, play);
      written = writtenSteps(host, play, steps.length);
      const name = host.dataset.play;
      controls = meldspec.stepThrough(host, {
        count: steps.length,
        start: step ?? 0,
        show: (place) => {
          at = place;
          return draw(steps[place], place, play);
        },
        moved: (place) => history.replaceState(null, "", addressOf(name, place + 1, play)),
      });
      if (plays.length > 1) host.prepend(tabs, told);
    }

    const addressOf = (name, step, play) =>
      "#" + name + "&step=" + step + (play === plays[0] ? "" : "&as=" + play.name);

    function draw(step, place, play) {
      const parts = meldspec.stepParts(step);
      const refused = (step.refused ?? []).map((clause) => ({
        clause,
        says: content.clauses[clause]?.[0] ?? "",
        there: content.clauses[clause]?.[1],
      }));
      const verdict = refused.map(({ clause, says, there }) =>
        el(
          "p",
          { class: "step-refused" },
          el("b", {}, "refused"),
          " by ",
          meldspec.clauseLink(clause, there && meldspec.root() + there),
          says ? ". " + says : "",
        ),
      );
      const checks = checksAfter(written[place]).map((check) =>
        el("div", { class: "step-check" }, ...[...check.cloneNode(true).childNodes]),
      );
      const here = "case=" + host.dataset.play + "&as=" + play.name + "&step=" + (place + 1);
      const on = meldspec.root() + "play.html#" + here;
      const link = (clause) =>
        meldspec.clauseLink(
          clause,
          content.clauses[clause]?.[1] && meldspec.root() + content.clauses[clause][1],
        );
      stage.replaceChildren(
        el(
          "div",
          { class: "step-told" + (refused.length ? " refused" : "") },
          el("p", {}, meldspec.shown(parts)),
          ...verdict,
        ),
        meldspec.drawTable(step.table),
        ...checks,
        ...(step.table.result ? [meldspec.drawResult(step.table.result, link)] : []),
        el(
          "p",
          { class: "step-on" },
          el("a", { href: on }, "Go on from here"),
          " ",
          meldspec.copying("Copy link", () => new URL(addressOf(host.dataset.play, place + 1, play), location).href),
        ),
      );
      mark(place);
      const why = refused.map(
        ({ clause, says }) => ", refused by " + clause + (says ? ": " + says : ""),
      );
      return meldspec.spoken(parts) + why.join("");
    }

    function mark(place) {
      written.forEach((item, at) => item?.classList.toggle("now", at === place));
    }

    linkWritten(host, plays, (play, place) => {
      if (buttons[plays.indexOf(play)].getAttribute("aria-pressed") === "true") controls.go(place);
      else open(play, place);
    });
    return ({ step, as }) => {
      const play = plays.find(({ name }) => name === as);
      const { length } = wholeSteps(plays, play ?? plays[0]);
      open(play ?? plays[0], step >= 1 && step <= length ? step - 1 : null);
      if (as && !play) host.prepend(wrong("There is no play " + as + " here."));
      else if (step < 1 || step > length)
        host.prepend(wrong("There is no such step: the play has " + length + "."));
    };
  }

  /** A click on a written step shows it. */
  function linkWritten(host, plays, go) {
    for (const play of [...plays].reverse()) {
      const count = wholeSteps(plays, play).length;
      writtenSteps(host, play, count).forEach((item, place) => {
        if (!item) return;
        item.classList.add("leads");
        item.onclick = (event) => {
          if (!event.target.closest("a")) go(play, place);
        };
      });
    }
  }

  /** A line about an address that is wrong. */
  const wrong = (words) => el("p", { role: "alert", class: "step-wrong" }, words);

  const filled = new Map();

  /** Shows a step in a stepper, which is filled the first time. */
  function start(host, wish) {
    if (!filled.has(host)) {
      host.tabIndex = 0;
      const loaded = Promise.all([meldspec.load(host.dataset.play), meldspec.withWords()]);
      filled.set(
        host,
        loaded.then(([content]) => fill(host, content)),
      );
    }
    return filled.get(host).then(
      (show) => show(wish),
      (error) => host.replaceChildren(el("p", { role: "alert" }, error.message)),
    );
  }

  function offer(host) {
    const button = el("button", { type: "button", class: "step-start" }, "▶ Step through");
    button.addEventListener("click", () => start(host, {}).then(() => host.focus()));
    host.replaceChildren(button);
  }

  const hosts = () => [...document.querySelectorAll(".stepper")];
  for (const host of hosts()) host.dataset.play ??= host.id;

  /** Opens the stepper that the address names. */
  function follow() {
    const wish = asked();
    if (wish.step === null) return;
    document.querySelector("[role=main] > .step-wrong")?.remove();
    const host =
      hosts().find((one) => one.dataset.play === wish.name) ?? (wish.name ? null : hosts()[0]);
    if (!host) {
      const page = document.querySelector("[role=main]");
      page.prepend(wrong("The play " + wish.name + " is not on this page."));
      return;
    }
    for (let at = host.closest("details"); at; at = at.parentElement.closest("details"))
      at.open = true;
    start(host, wish);
    host.scrollIntoView({ behavior: "instant", block: "center" });
  }

  document.addEventListener("DOMContentLoaded", () => {
    hosts().forEach(offer);
    follow();
    window.addEventListener("hashchange", follow);
  });
})();
