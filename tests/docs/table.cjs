// Answers lines for test_steps.py with the script that draws tables: words of actions, open tables.
globalThis.meldspec = {};
require("../../docs/_static/table.js");
const { meldspec } = globalThis;
meldspec.words = JSON.parse(process.argv[2]);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  const { views, result, meld, text, action, form, before } = asked;
  const answer = views
    ? meldspec.openTable(views, result)
    : meld
      ? meldspec.orderly(meld)
      : text !== undefined
        ? meldspec.readCards(text)
        : meldspec.spoken(meldspec.actionParts(action, { form, before }));
  process.stdout.write(JSON.stringify(answer) + "\n");
});
