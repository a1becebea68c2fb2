// Deals anew for test_play.py, by other readings or in a later hand, as the page Play does.
globalThis.meldspec = {};
require("../../docs/_static/table.js");
require("../../docs/_static/position.js");
require(process.argv[2]);
const { meldspec, createEngine } = globalThis;
const { facts, positions } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const ask = meldspec.asking(createEngine);

for (const position of positions) {
  const acts = meldspec.dealtAnew(ask, facts, position, "1");
  const stopped = acts && meldspec.reach(ask, facts, { ...position, acts });
  process.stdout.write(JSON.stringify({ acts, stopped }) + "\n");
}
