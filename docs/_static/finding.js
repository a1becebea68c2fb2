// The fields of the search: what is found stands below as one types.  Without this script, and
// until the index has come, a field sends its words to the page of its form.
(() => {
  "use strict";

  const meldspec = globalThis.meldspec;
  const root = document.documentElement.dataset.content_root;
  const NAMES = { question: "Question", clause: "Clause", case: "Case", page: "Page" };
  /** The most hits of each kind for a field that asks: its list stays until the next query. */
  const MOST_ASKED = { question: 5, clause: 3, case: 0, page: 0 };
  let fetched = null;
  let made = null;

  /** The index, which is fetched once, or again after a failure. */
  meldspec.fetchIndex = () => {
    fetched ??= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = root + "_static/finding-index.js";
      script.addEventListener("load", done);
      script.addEventListener("error", failed);
      document.head.append(script);
    })
      .then(() => meldspec.unpacked(meldspec.packedIndex))
      .catch((error) => {
        fetched = null;
        throw error;
      });
    return fetched;
  };

  /** The search with its index. */
  async function search() {
    const index = await meldspec.fetchIndex();
    made ??= { find: meldspec.searching(index), games: index.games, unplayed: new Set(index.unplayed) };
    return made;
  }

  function el(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /** The game of a page or an entry, by the parts of its address or id; `rules-rummy` is of Rummy. */
  function gameOf(parts, games) {
    const named = (part) => Object.keys(games).find((game) => `-${part}`.endsWith(`-${game}`));
    return parts.map(named).find(Boolean);
  }

  /** The line below a title: what it is, of which game, and its name. */
  function aside(entry, games) {
    const game = games[gameOf(entry.id.split(/[./]/), games)];
    const unplayed = made?.unplayed.has(entry.id) ? "not played here" : "";
    const words = [NAMES[entry.kind], game, unplayed].filter(Boolean).join(" · ");
    return el("small", {}, words, " ", el("code", {}, entry.id));
  }

  /** A hit as a link. */
  const hit = (entry, games, attributes) =>
    el("a", { href: root + entry.place, ...attributes }, el("span", {}, entry.title), aside(entry, games));

  const gameHere = (games) => gameOf(location.pathname.split(/[./]/), games);

  function addFinding(input, number) {
    const isAsking = input.form.matches(".ask");
    const list = el("div", { id: `found-${number}`, class: "found", role: "listbox", "aria-label": "Found" });
    const told = el("span", { class: "found-told", role: "status" });
    list.hidden = true;
    input.form.append(...(isAsking ? [told, list] : [list, told]));
    const roles = { role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-controls": list.id };
    for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);
    let chosen = 0;
    let stays = false;

    function close() {
      stays = false;
      list.hidden = true;
      list.classList.remove("stays");
      told.textContent = "";
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    }

    function choose(at) {
      const options = Array.from(list.children);
      chosen = (at + options.length) % options.length;
      options.forEach((one, place) => one.setAttribute("aria-selected", String(place === chosen)));
      input.setAttribute("aria-activedescendant", options[chosen].id);
      options[chosen].scrollIntoView({ block: "nearest" });
    }

    async function show() {
      const { find, games } = await search();
      const query = input.value.trim();
      if (!query || (document.activeElement !== input && !stays)) return close();
      const entries = find(query, gameHere(games), ...(isAsking ? [MOST_ASKED] : []));
      const option = (at) => ({ id: `${list.id}-${at}`, role: "option", tabindex: stays ? "0" : "-1" });
      const everywhere = { href: `${root}search.html?${new URLSearchParams({ q: query })}`, ...option(entries.length) };
      list.replaceChildren(
        ...entries.map((entry, at) => hit(entry, games, option(at))),
        el("a", everywhere, el("span", {}, `Look for “${query}” in the text of all pages`)),
      );
      list.classList.toggle("stays", stays);
      list.hidden = false;
      list.scrollTop = 0;
      told.textContent = entries.length ? `${entries.length} found` : "Nothing found";
      input.setAttribute("aria-expanded", "true");
      input.removeAttribute("aria-activedescendant");
      if (isAsking) chosen = -1;
      else choose(0);
      return entries;
    }

    const shown = () => show().catch(close);

    /** Goes to what is exactly asked for; otherwise the list stays, and says that it has the nearest. */
    async function ask() {
      stays = true;
      const entries = (await show()) ?? [];
      const exact = entries.filter((entry) => entry.isExact);
      if (exact.length === 1) location.assign(root + exact[0].place);
      else if (entries.length) told.textContent = `${entries.length} found, the nearest first, each with its game:`;
    }

    const keys = {
      ArrowDown: () => choose(chosen + 1),
      ArrowUp: () => choose(Math.max(chosen, 0) - 1),
      Enter: () => list.children[chosen].click(),
      Escape: close,
    };
    input.setAttribute("aria-expanded", "false");
    input.addEventListener("focus", shown);
    input.addEventListener("input", () => ((stays = false), shown()));
    input.addEventListener("blur", () => stays || close());
    input.addEventListener("keydown", (event) => {
      if (list.hidden || event.isComposing || !(event.key in keys)) return;
      if (event.key === "Enter" && chosen < 0) return; // the form is sent
      event.preventDefault();
      keys[event.key]();
    });
    if (isAsking) {
      input.form.addEventListener("submit", (event) => {
        if (!input.value.trim()) return;
        event.preventDefault();
        ask().catch(() => input.form.submit());
      });
    }
    list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    list.addEventListener("click", close);
  }

  /** The page of the search: its first list has the hits that the fields show. */
  async function addHits(list) {
    const query = new URLSearchParams(location.search).get("q") ?? "";
    const { find, games } = await search();
    const entries = find(query);
    list.replaceChildren(...entries.map((entry) => el("li", {}, hit(entry, games, {}))));
    list.parentElement.hidden = entries.length === 0;
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll('form[role="search"] input[type="search"]').forEach(addFinding);
    document.querySelectorAll(".hits ol").forEach((list) => addHits(list).catch(() => {}));
  });
})();
