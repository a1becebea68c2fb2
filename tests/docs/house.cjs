// Reads house rule files for test_play.py as the page Play does.
globalThis.meldspec = {};
const place = require("node:path");
const [, , toml] = process.argv;
const loaded = {};
globalThis.meldspec.loaded = (name, content) => (loaded[name] = content);
require("../../docs/_static/table.js");
globalThis.meldspec.loaded = (name, content) => (loaded[name] = content);
require("../../docs/_static/position.js");
require(place.resolve(toml));
const { facts, files } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));

for (const [name, text] of Object.entries(files)) {
  try {
    const house = meldspec.readHouse(text, loaded.toml.parse);
    const rules = meldspec.houseRules(facts, { name, ...house });
    process.stdout.write(JSON.stringify(meldspec.optionsOf(facts, rules)) + "\n");
  } catch (error) {
    process.stdout.write(JSON.stringify({ error: error.message }) + "\n");
  }
}
