// An engine that accepts whatever the adapter lets through.
import { GAMES } from '../../../conformance/npm/meldspec-engine/games.js';
import { Engine } from '../../../conformance/npm/meldspec-engine/index.js';

const engine = new Engine('accepts');
for (const [name, { chance, seats, options }] of Object.entries(GAMES)) {
  class Table {
    result() {
      return null;
    }
  }
  for (const word of Object.keys({ ...chance, ...seats })) Table.prototype[word] = () => true;
  engine.options(name, options);
  engine.game(name, Table, { lateStart: true });
}

engine.run();
