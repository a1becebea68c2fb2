// Answers lines for test_steps.py with the script that draws tables: words of actions, open tables.
globalThis.meldspec = {};
require("../../docs/_static/table.js");
const { meldspec } = globalThis;
meldspec.words = JSON.parse(process.argv[2]);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  const answer = asked.views
    ? meldspec.openTable(asked.views, asked.result)
    : meldspec.spoken(meldspec.actionParts(asked.action, { form: asked.form }));
  process.stdout.write(JSON.stringify(answer) + "\n");
});
