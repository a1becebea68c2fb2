// Answers for finding.py: `finding.cjs FILE` reads queries with the game of the page, one a line, and writes the kind and
// id of what each finds in the index of FILE, which are exact, and the milliseconds that it took; `finding.cjs FILE places` writes every
// entry with its place.
require("../../docs/_static/ranking.js");
require(process.argv[2]);
const { meldspec } = globalThis;

(async () => {
  const index = await meldspec.unpacked(meldspec.packedIndex);
  if (process.argv[3] === "places") {
    const places = [...meldspec.entriesOf(index)].map(({ kind, id, place }) => [kind, id, place]);
    process.stdout.write(JSON.stringify(places));
    return;
  }
  const find = meldspec.searching(index);
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const begun = performance.now();
    const found = find(...JSON.parse(line));
    const took = performance.now() - begun;
    const entries = found.map(({ kind, id }) => [kind, id]);
    const exact = found.filter(({ isExact }) => isExact).map(({ id }) => id);
    process.stdout.write(JSON.stringify({ entries, took, exact }) + "\n");
  });
})();
