// Plays hands for test_play.py as the page Play does: offered actions at random, chance when due.
globalThis.meldspec = {};
require("../../docs/_static/table.js");
require("../../docs/_static/position.js");
require(process.argv[2]);
const { meldspec, createEngine } = globalThis;
const { facts, positions, most } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const LIKED = ["meld", "expose", "lay_off", "rearrange", "knock", "go_out", "call_draw"];
const ask = meldspec.asking(createEngine);

function played(position) {
  const random = meldspec.randomOf(JSON.stringify(position));
  let table = null;
  let twice = false;
  for (let step = 0; step < most; step += 1) {
    const stopped = meldspec.reach(ask, facts, position);
    if (stopped) return { stopped };
    table = meldspec.tableNow(ask, facts, position);
    if (table.result) break;
    const [seat] = table.to_act;
    if (seat === undefined) {
      const due = meldspec.chanceDue(ask, facts, position, table, "1");
      if (due === null) return { stuck: table.phase };
      position.acts.push(due);
      continue;
    }
    const legal = meldspec.legalNow(ask, facts, position, table, seat);
    const moved = legal.filter(({ type }) => type === "rearrange").map(({ cards }) => [...cards].sort().join());
    twice ||= new Set(moved).size < moved.length;
    const liked = legal.filter(({ type }) => LIKED.includes(type));
    const some = liked.length && random() < 0.9 ? liked : legal;
    position.acts.push({ by: seat, do: some[Math.floor(random() * some.length)] });
  }
  const told = meldspec.toldSteps(ask, facts, position);
  const next = meldspec.chanceDue(ask, facts, position, table, "1");
  return {
    drawn: told.map(({ came }) => came ?? null),
    tables: told.map(({ before }) => before ?? null),
    laid: laidAt(position, position.acts.findIndex(({ do: action }) => action.type === "rearrange")),
    end: table.result?.end ?? null,
    acts: position.acts,
    next: next?.do.type ?? null,
    twice,
  };
}

/** The simple ways to play one card, or the cards of the step itself, before a step. */
function laidAt(position, step) {
  if (step < 0) return [];
  const { by, do: action } = position.acts[step];
  const before = { ...position, acts: position.acts.slice(0, step) };
  meldspec.reach(ask, facts, before);
  const table = meldspec.tableNow(ask, facts, before);
  const found = [action.cards, ...table.hands[by].map((card) => [card])].map((cards) =>
    meldspec.laidOnly(ask, facts, before, table, by, cards),
  );
  meldspec.reach(ask, facts, position);
  return found;
}

(async () => {
  for (const position of positions) {
    const told = played(position);
    const packed = await meldspec.packed(position);
    const same = JSON.stringify(await meldspec.unpacked(packed)) === JSON.stringify(position);
    const house = meldspec.houseFile(facts, position);
    process.stdout.write(JSON.stringify({ ...told, same, house }) + "\n");
  }
})();
