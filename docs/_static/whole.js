// The page of the search: Sphinx finds the pages whose text has all words, and this lists them at once.
// Pages for players stand before those for programmers; a clause is shown by its
// sentence, and a page of a game with its game.
(() => {
  "use strict";

  const meldspec = globalThis.meldspec;
  const MOST = 50;
  const LAW = /^(?:rules|arguments|clauses|sentences)\/(?!.*\/flags$)/;
  const players = new Set(document.querySelector(".hits").dataset.players.split(" "));
  const isForPlayers = ([page]) => players.has(page) || LAW.test(page);

  if (new URLSearchParams(location.search).get("q")) {
    Search.loadIndex(document.documentElement.dataset.content_root + "searchindex.js");
  }

  Search.performObjectSearch = () => []; // the list above knows the names of the law

  Search.query = async (query) => {
    const asked = Search._parseQuery(query);
    const found = Search._performSearch(...asked).reverse();
    const sorted = [...found.filter(isForPlayers), ...found.filter((one) => !isForPlayers(one))];
    const index = await meldspec.fetchIndex().catch(() => ({ clauses: [], games: {} }));
    const sentences = new Map(index.clauses.map(([id, text]) => [id, text]));
    const [, terms, , shown] = asked;
    for (const [page, title, anchor, , ...rest] of sorted.slice(0, MOST)) {
      const [, game, ...parts] = page.split("/");
      const id = [game, ...parts.slice(0, 2)].join(".");
      const sentence = sentences.get(id) ?? id;
      const further = title.startsWith(id + ", ");
      const words = further ? sentence + " · " + title.slice(id.length + 2) : title.replace(id, sentence);
      _displayItem([page, words, anchor, index.games[game] ?? null, ...rest], terms, shown);
    }
    Search.stopPulse();
    Search.title.textContent = "Pages with all these words";
    const whole = found.length === 1 ? "One page" : `${found.length || "No"} pages`;
    Search.status.textContent = found.length > MOST ? `${MOST} of ${found.length} pages` : whole;
  };
})();
