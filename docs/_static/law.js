// Additions to the pages of the law, which also work without this script.
(function () {
  "use strict";

  const meldspec = (globalThis.meldspec ??= {});
  const root = document.documentElement.dataset.content_root;

  // A link to something folded opens it; one to something that has moved leads to its page.
  function openTarget() {
    let name;
    try {
      name = decodeURIComponent(window.location.hash.slice(1));
    } catch {
      return; // the address is broken
    }
    const target = name && document.getElementById(name);
    if (!target) return;
    const moved = target.closest("a.moved");
    if (moved) return window.location.replace(moved.href);
    for (let at = target.closest("details"); at; at = at.parentElement.closest("details")) {
      at.open = true;
    }
    if (target.closest("details")) target.scrollIntoView({ behavior: "instant" });
  }

  function tools() {
    const box = document.createElement("div");
    box.className = "law-tools";
    return box;
  }

  // The name of a clause with a button that copies it.
  function addCopying(name) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "copy";
    button.setAttribute("aria-label", "Copy " + name.textContent);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(name.textContent);
      button.textContent = "copied";
      window.setTimeout(() => { button.textContent = "copy"; }, 2000);
    });
    name.after(button);
  }

  // The search's words of players; without them a word finds itself and longer ones.
  const PLAIN = { forms: {}, small: [], said: [] };

  // A field that filters rows: those with every word of the field, or words that stand for it, stay.
  function addFilter(rows, kind, hint, shownAgain) {
    const texts = rows.map(wordsOf);
    let sifting = null;
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = hint;
    field.setAttribute("aria-label", "Filter the " + kind);
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    const elsewhere = document.createElement("a");
    const filter = async () => {
      if (field.value.trim()) {
        sifting ??= meldspec.fetchIndex().catch(() => PLAIN).then((index) => meldspec.sifting(index, texts));
      }
      const sift = sifting && (await sifting);
      const query = field.value.trim();
      const { found, instead } = query ? sift(query) : { found: new Set(rows.keys()), instead: [] };
      rows.forEach((row, place) => { row.hidden = !found.has(place); });
      count.textContent = query ? [found.size + " of " + rows.length, ...instead].join(", ") : rows.length + " " + kind;
      elsewhere.hidden = found.size > 0;
      elsewhere.href = root + "search.html?" + new URLSearchParams({ q: query });
      elsewhere.textContent = "Look for “" + query + "” on the whole site";
      shownAgain();
    };
    field.addEventListener("input", filter);
    window.addEventListener("pageshow", filter); // on the way back the browser fills the field
    field.value = new URLSearchParams(window.location.search).get("filter") || "";
    filter();
    const box = tools();
    box.append(field, count, elsewhere);
    return box;
  }

  // The text of a row; for a question also its id, its clauses with the game before them, why it is
  // open, the sources that say something, and "silent" if one does not.
  function wordsOf(row) {
    const table = row.closest("table");
    if (!table.dataset.game) return row.textContent;
    const game = table.dataset.game.split(" ").pop();
    const clauses = row.dataset.words.split(" ").map((name) => game + "." + name);
    const link = row.querySelector("a").getAttribute("href");
    const stands = row.querySelector("td span").getAttribute("aria-label");
    const told = stands.replace(/[^;]*: (silent|lost)|: \w+|cut copy of/g, (_, none) => " " + (none || ""));
    return [row.textContent, table.dataset.game, link, ...clauses, row.parentElement.dataset.why, told].join(" ");
  }

  function addTableFilter(table) {
    const rows = Array.from(table.tBodies[0].rows);
    const box = addFilter(rows, "rows", "Filter, for example: draw condition", () => {});
    table.closest(".table-box").before(box);
  }

  // One field for the questions of all games; what is left without a row is hidden.
  function addArgumentFilter() {
    const tables = Array.from(document.querySelectorAll("table.arguments"));
    if (!tables.length) return;
    const rows = tables.flatMap((table) => Array.from(table.querySelectorAll("tr[data-words]")));
    const box = addFilter(rows, "questions", "Filter, for example: carousel joker", () => {
      const empty = (part) => !part.querySelector("tr[data-words]:not([hidden])");
      tables.forEach((table) => {
        Array.from(table.tBodies).forEach((body) => { body.hidden = empty(body); });
        table.closest("section").hidden = empty(table);
      });
    });
    tables[0].closest("section").before(box);
  }

  // The words of a cell for screen readers are shown to a mouse, too.
  function addHints() {
    document.querySelectorAll(".picture td a, table.arguments td span").forEach((cell) => {
      cell.title = cell.getAttribute("aria-label");
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    addHints();
    if (navigator.clipboard) document.querySelectorAll("code.copied").forEach(addCopying);
    document.querySelectorAll("table.filtered").forEach(addTableFilter);
    addArgumentFilter();
    openTarget();
    window.addEventListener("hashchange", openTarget);
  });
})();
