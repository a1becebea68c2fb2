// The ranking of the search.  It needs no page, so that a test can ask it.
(() => {
  "use strict";

  const meldspec = (globalThis.meldspec ??= {});

  /** The most entries in an answer, and the most of each kind. */
  const MOST_OF_ALL = 12;
  const MOST = { question: 7, clause: 5, case: 3, page: 3 };

  /** How much an entry counts by its kind: a question answers more than its words ask. */
  const OF_KIND = { question: 1.5, clause: 1, case: 0.4, page: 0.4 };

  /** How much a clause counts that only says what a word means. */
  const OF_A_TERM = 0.8;

  /** How much more what says the meaning of a word counts if the query asks for that of one word. */
  const OF_MEANING = 3;
  const ASKS_MEANING = /^\s*(what(s|'s|’s| is| are)|meaning of|define)\b/i;

  /** How much a word counts where it stands. */
  const IN_TITLE = 1;
  const IN_NAME = 0.8;
  const BESIDE = 0.4;

  /** How much a part of a query counts if other words stand for it, or a word with a typing error. */
  const OTHER_WORDS = 0.7;
  const ALMOST = 0.4;

  /** How much the own words of a phrase count if others stand for it: they may stand far apart. */
  const APART = 0.5;

  /** How much a small word counts, such as *who*; an entry need not have it. */
  const SMALL = 0.1;

  /** How much more an entry counts for two words of the query that stand together in its title. */
  const TOGETHER = 0.1;

  /** How much an entry counts if the query is its whole title, or another of its names. */
  const ALIKE = 1.1;

  /** How much more an entry counts if it is of the game that the query names, or else of that of the page. */
  const OF_THIS_GAME = 3;

  /** How much a word counts that names the game; an entry need not have it. */
  const OF_NAME = 0.5;

  /** The part of the needed words, by how rare they are, that an entry may lack. */
  const LACKED = 0.9;

  /** How much less an entry counts that lacks all needed words; in proportion where it lacks some. */
  const LESS_FOR_LACKED = 0.5;

  /** How little the length of a title matters, in words. */
  const SHORT = 8;

  // ── the index ──

  /** The index, of a text that `finding.py` has packed. */
  meldspec.unpacked = (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  };

  /** Everything that can be found, each with the place of its page on the site. */
  meldspec.entriesOf = function* (index) {
    for (const [id, title, beside, names] of index.questions) {
      const [game, name] = [id.split(".")[0], id.split(".").at(-1)];
      yield { kind: "question", id, title, beside, names, place: `arguments/${game}/${name}.html` };
    }
    for (const [id, title, beside, names] of index.clauses) {
      yield { kind: "clause", id, title, beside, names, place: `clauses/${id.replaceAll(".", "/")}.html` };
    }
    for (const [clause, , , , ...shelves] of index.clauses) {
      const page = `clauses/${clause.replaceAll(".", "/")}`;
      for (const [at, shelf] of shelves.entries()) {
        const part = at ? `/cases-${at + 1}` : "";
        for (const [id, title] of shelf) {
          yield { kind: "case", id, title, beside: "", names: [], place: `${page}${part}.html#${id}` };
        }
      }
    }
    for (const [id, title] of index.pages) {
      yield { kind: "page", id, title, beside: "", names: [], place: `${id}.html` };
    }
  };

  // ── words ──

  const wordsOf = (text) => text.toLowerCase().replace(/['’]/g, "").replace(/ty-/g, "ty").match(/[a-z0-9]+/g) ?? [];

  /** A word without its ending, so that *laying* finds *lays*; `forms` has those without a rule. */
  function stemOf(word, forms) {
    const form = forms[word] ?? word;
    return form
      .replace(/(..)ies$/, "$1y")
      .replace(/(...)(?:ing|ed|es|s)$/, "$1")
      .replace(/(...)e$/, "$1")
      .replace(/(..)([^aeiou\d])\2$/, "$1$2");
  }

  /** Whether one letter more, less, or other, or two letters exchanged, make one word of another; not the first. */
  function isAlmost(one, other) {
    if (Math.abs(one.length - other.length) > 1 || one[0] !== other[0]) return false;
    let at = 0;
    while (at < one.length && one[at] === other[at]) at += 1;
    const [rest, others] = [one.slice(at), other.slice(at)];
    return (
      rest.slice(1) === others.slice(1) ||
      rest.slice(1) === others ||
      rest === others.slice(1) ||
      (rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2))
    );
  }

  const begins = (one, other, least) => one.length >= least && other.startsWith(one);

  /** How an index reads: texts as stems, its small words, and queries in parts. */
  function reading(index) {
    const stems = new Map();
    const stem = (word) => {
      if (!stems.has(word)) stems.set(word, stemOf(word, index.forms));
      return stems.get(word);
    };
    const stemmed = (text) => wordsOf(text).map(stem);
    const small = new Set(index.small.map(stem));

    /** By its first word: what players say, the longest phrase first, with the words for it. */
    const said = new Map();
    for (const [phrase, ...others] of index.said) {
      const words = stemmed(phrase);
      const those = said.get(words[0]) ?? [];
      those.push({ words, others: others.map(stemmed) });
      said.set(words[0], those.sort((one, other) => other.words.length - one.words.length));
    }

    /** A query in parts: words, and phrases with the others that may stand for them. */
    function partsOf(words) {
      const parts = [];
      for (let at = 0; at < words.length; at += parts.at(-1).words.length) {
        const isHere = (one) => one.words.every((word, after) => words[at + after] === word);
        const phrase = said.get(words[at])?.find(isHere);
        const isNeeded = phrase !== undefined || !small.has(words[at]);
        parts.push({ ...(phrase ?? { words: [words[at]], others: [] }), isNeeded });
      }
      const isAnyNeeded = parts.some((part) => part.isNeeded);
      return isAnyNeeded ? parts : parts.map((part) => ({ ...part, isNeeded: true }));
    }

    return { stemmed, small, partsOf };
  }

  /**
   * A filter of texts by the words of players: a function from a query to the places of the texts that have it,
   * and to what is said of each word that is taken for the nearest one.
   */
  meldspec.sifting = (index, texts) => {
    const { stemmed, partsOf } = reading(index);
    const words = texts.map((text) => [...new Set(stemmed(text))]);
    const counts = new Map();
    for (const text of [...texts, ...index.small, ...index.said.map(([phrase]) => phrase)]) {
      for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const spelled = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one));
    const stems = [...new Set(spelled.flatMap(stemmed))];
    const nearest = (word) => {
      const [stem] = stemmed(word);
      const isKnown = word.length < 4 || stems.some((other) => other === stem || begins(stem, other, 3));
      return isKnown ? word : spelled.find((other) => isAlmost(word, other)) ?? word;
    };
    return (query) => {
      const asked = wordsOf(query);
      const taken = asked.map(nearest);
      const instead = asked.flatMap((word, at) => (word === taken[at] ? [] : [`${taken[at]} instead of ${word}`]));
      const needed = partsOf(stemmed(taken.join(" "))).filter((part) => part.isNeeded);
      const has = (those) => (word) => those.some((other) => other === word || begins(word, other, 3));
      const fits = (those) => needed.every((part) => [part.words, ...part.others].some((some) => some.every(has(those))));
      return { found: new Set(words.flatMap((those, place) => (fits(those) ? [place] : []))), instead };
    };
  };

  /**
   * A search in an index: a function from a query, and the game of the page, to the best entries.
   * An entry is exact if the query is its id, its whole title, or another of its names.
   */
  meldspec.searching = (index) => {
    const { stemmed, small, partsOf } = reading(index);
    const [rules] = stemmed("rules");
    const textOf = (text) => ` ${stemmed(text).join(" ")} `;
    /** Words without the small ones, as a text. */
    const coreOf = (words) => ` ${words.filter((word) => !small.has(word)).join(" ")} `;

    const games = Object.entries(index.games).map(([game, title]) => [game, [game, title].map(textOf)]);
    const entries = [...meldspec.entriesOf(index)];
    /** By word: the numbers of the entries with it, and how much it counts in each. */
    const found = new Map();
    entries.forEach((entry, number) => {
      entry.words = stemmed(entry.title);
      entry.core = coreOf(entry.words);
      entry.weight = entry.kind === "clause" && entry.id.includes(".terms.") ? OF_A_TERM : OF_KIND[entry.kind];
      const names = entry.kind === "page" ? [entry.id] : entry.names;
      entry.alike = new Set([entry.core, ...names.map((name) => coreOf(stemmed(name)))]);
      const places = [[entry.words, IN_TITLE], [stemmed(entry.id), IN_NAME], [stemmed([entry.beside, ...names].join(" ")), BESIDE]];
      for (const [words, count] of places) {
        for (const word of words) {
          if (!found.has(word)) found.set(word, []);
          const those = found.get(word);
          if (those.at(-1)?.[0] !== number) those.push([number, count]);
        }
      }
    });

    /** How much each entry has of a word, or of words that begin with it. */
    function having(word) {
      const counts = new Float64Array(entries.length);
      const add = (other, share) => {
        for (const [number, count] of found.get(other)) counts[number] = Math.max(counts[number], count * share);
      };
      const all = [...found.keys()];
      const those = all.filter((other) => other === word || begins(word, other, 3) || begins(other, word, 5));
      for (const other of those) add(other, Math.min(word.length, other.length) / Math.max(word.length, other.length));
      if (!those.length && word.length > 3) {
        for (const other of all.filter((one) => isAlmost(word, one))) add(other, ALMOST);
      }
      return counts;
    }

    /** How much each entry has of a phrase; nothing if it lacks one of the words. */
    function havingAll(words) {
      const [first, ...rest] = words.map(having);
      if (!rest.length) return first;
      return first.map((count, number) => {
        if (!count || !rest.every((counts) => counts[number])) return 0;
        return rest.reduce((sum, counts) => sum + counts[number], count) / words.length;
      });
    }

    function havingPart(part) {
      // The words of a longer phrase say little, unless they stand for themselves.
      const isPhrase = part.words.length > 1 && part.others.length;
      const own = havingAll(part.words).map((count) => count * (isPhrase ? APART : 1));
      for (const words of part.others) {
        havingAll(words).forEach((count, number) => { own[number] = Math.max(own[number], count * OTHER_WORDS); });
      }
      return own;
    }

    /** Whether a query is the name of an entry or its last part, or else its beginning or end. */
    function nameOf(entry, name) {
      if (entry.kind === "page") return 0;
      if (entry.id === name || (name.includes("-") && entry.id.endsWith("." + name))) return 2;
      const isPart = name.includes(".") && (entry.id.startsWith(name) || entry.id.endsWith("." + name));
      return isPart ? 1 : 0;
    }

    return (query, game, most = MOST) => {
      const words = stemmed(query);
      const asked = textOf(query);
      const named = games.find(([, names]) => names.some((name) => asked.includes(name)));
      const ofGame = named === undefined ? game : named[0];
      const ofName = named?.[1].flatMap((text) => text.split(" ")) ?? [];
      /** Whether the query is the name of a game, with *rules* or without, and this is its page. */
      const isHome = (entry) =>
        named !== undefined && entry.id === `rules-${named[0]}` && words.every((word) => small.has(word) || word === rules || ofName.includes(word));
      const scores = new Float64Array(entries.length);
      const lacked = new Float64Array(entries.length);
      let needed = 0;
      for (const part of partsOf(words)) {
        const counts = havingPart(part);
        const many = counts.filter(Boolean).length;
        if (!many) continue;
        const isOfName = part.words.every((word) => ofName.includes(word));
        const isNeeded = part.isNeeded && !isOfName;
        const rare = Math.log(1 + entries.length / many) * (isNeeded ? 1 : isOfName ? OF_NAME : SMALL);
        if (isNeeded) needed += rare;
        counts.forEach((count, number) => {
          scores[number] += count * rare;
          if (!count && isNeeded) lacked[number] += rare;
        });
      }
      const name = query.trim().toLowerCase().replaceAll("_", "-");
      const core = coreOf(words);
      const big = core.split(" ").slice(1, -1);
      const pairs = big.slice(1).map((word, before) => ` ${big[before]} ${word} `);
      const isOfMeaning = big.length === 1 && ASKS_MEANING.test(query);
      const ranked = [];
      entries.forEach((entry, number) => {
        if (!scores[number] || lacked[number] > LACKED * needed) return;
        const together = pairs.filter((pair) => entry.core.includes(pair)).length;
        const isOfGame = entry.id.split(".")[0] === ofGame;
        const isAlike = entry.alike.has(core);
        const meaning = isOfMeaning && isAlike ? OF_MEANING : 1;
        const more = meaning * (1 + TOGETHER * together) * (isOfGame ? OF_THIS_GAME : 1) * (isAlike ? ALIKE : 1) * entry.weight;
        const less = (1 - (LESS_FOR_LACKED * lacked[number]) / (needed || 1)) / Math.sqrt(SHORT + entry.words.length);
        const named = isHome(entry) ? 3 : nameOf(entry, name);
        const isExact = named === 2 || named === 3 || (isAlike && big.length > 0 && entry.kind !== "page");
        ranked.push({ entry, named, isAlike, isExact, score: scores[number] * more * less });
      });
      ranked.sort((one, other) => other.named - one.named || other.score - one.score);
      // Whatever the query names is shown, wherever it stands.
      const left = { ...most };
      let all = MOST_OF_ALL - ranked.filter((one) => one.isAlike).length;
      const hasPlace = ({ entry, isAlike }) => isAlike || (all > 0 && left[entry.kind]-- > 0 && all-- > 0);
      return ranked
        .filter((one) => most[one.entry.kind] && hasPlace(one))
        .slice(0, MOST_OF_ALL)
        .map(({ entry, isExact }) => ({ ...entry, isExact }));
    };
  };
})();
