// The fields of the search: what is found stands below as one types.  Without this script, and
// until the index has come, a field sends its words to the page of its form.
(() => {
  "use strict";

  const meldspec = globalThis.meldspec;
  const root = document.documentElement.dataset.content_root;
  const NAMES = { question: "Question", clause: "Clause", case: "Case", page: "Page" };
  let coming = null;

  /** The search with its index, which is fetched once. */
  function search() {
    coming ??= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = root + "_static/finding-index.js";
      script.addEventListener("load", done);
      script.addEventListener("error", failed);
      document.head.append(script);
    })
      .then(() => meldspec.unpacked(meldspec.packedIndex))
      .then((index) => ({ find: meldspec.searching(index), games: index.games }));
    return coming;
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
    const words = [NAMES[entry.kind], game].filter(Boolean).join(" · ");
    return el("small", {}, words, " ", el("code", {}, entry.id));
  }

  function addFinding(input, number) {
    const list = el("div", { id: `found-${number}`, class: "found", role: "listbox", "aria-label": "Found" });
    const told = el("span", { class: "found-told", role: "status" });
    list.hidden = true;
    input.form.append(list, told);
    const roles = { role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-controls": list.id };
    for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);
    let chosen = 0;

    function option(place, at, ...children) {
      return el("a", { id: `${list.id}-${at}`, role: "option", href: place, tabindex: "-1" }, ...children);
    }

    function close() {
      list.hidden = true;
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
      if (!query || document.activeElement !== input) return close();
      const entries = find(query, gameOf(location.pathname.split(/[./]/), games));
      const everywhere = `${root}search.html?${new URLSearchParams({ q: query })}`;
      list.replaceChildren(
        ...entries.map((entry, at) =>
          option(root + entry.place, at, el("span", {}, entry.title), aside(entry, games))),
        option(everywhere, entries.length, el("span", {}, `Look for “${query}” in the text of all pages`)),
      );
      list.hidden = false;
      list.scrollTop = 0;
      told.textContent = entries.length ? `${entries.length} found` : "Nothing found";
      input.setAttribute("aria-expanded", "true");
      return choose(0);
    }

    function shown() {
      show().catch(() => {
        coming = null;
        close();
      });
    }

    const keys = {
      ArrowDown: () => choose(chosen + 1),
      ArrowUp: () => choose(chosen - 1),
      Enter: () => list.children[chosen].click(),
      Escape: close,
    };
    input.setAttribute("aria-expanded", "false");
    input.addEventListener("focus", shown);
    input.addEventListener("input", shown);
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      if (list.hidden || event.isComposing || !(event.key in keys)) return;
      event.preventDefault();
      keys[event.key]();
    });
    list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    list.addEventListener("click", close);
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll('form[role="search"] input[type="search"]').forEach(addFinding);
  });
})();
