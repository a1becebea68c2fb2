// Serves the protocol with the one script that the page Play loads.
require(process.argv[2]);
const reply = globalThis.createEngine();
require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => process.stdout.write(reply(line) + "\n"));
