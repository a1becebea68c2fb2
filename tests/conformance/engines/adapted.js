// The engine in JavaScript as a library behind the adapter.  Legal actions are found by trial where they can be.
import { Engine, RefusedError, SkippedError } from '../../../conformance/npm/meldspec-engine/index.js';
import { carousel } from '../../../conformance/engines/javascript/carousel/game.js';
import { indianChief } from '../../../conformance/engines/javascript/indian-chief/game.js';
import { rummy } from '../../../conformance/engines/javascript/rummy/game.js';
import { threeThirteen } from '../../../conformance/engines/javascript/three-thirteen/game.js';
import { tongits } from '../../../conformance/engines/javascript/tongits/game.js';
import { gameRules, NotPlayed, written } from '../../../conformance/engines/javascript/requests.js';

const engine = new Engine('adapted', '1', { seconds: 600 });

/** What the library answers; readings that it does not play are skipped. */
function played(game, ask) {
  try {
    const outcome = ask();
    if (outcome?.clauses) throw new RefusedError(...outcome.clauses.map((clause) => `${game.name}.${clause}`));
    return outcome;
  } catch (problem) {
    throw problem instanceof NotPlayed ? new SkippedError(problem.message) : problem;
  }
}

const COPIES = process.env.ADAPTED === 'copies';
const CHANCE = ['deal', 'cut', 'reshuffle', 'refill'];
/** A message without fields that are null or empty, as this library wants it. */
const named = (fields) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value?.length !== 0)
      .map(([name, value]) => [name, name === 'melds' ? value.map((meld) => (meld.cards ? named(meld) : meld)) : value]),
  );

function tableOf(game) {
  class Table {
    constructor({ players, dealer, hand_number: number, rules }) {
      this.match = played(game, () => game.begin(gameRules({ rules: { options: rules } }, game), players, dealer, number));
    }

    view({ seat }) {
      return game.view(this.match, seat);
    }

    result() {
      return this.match.result ?? null;
    }
  }
  if (COPIES) {
    Table.prototype.copy = function copy() {
      return Object.assign(Object.create(Table.prototype), this);
    };
  }
  if ([carousel, indianChief].includes(game)) {
    Table.prototype.legal = function legal({ seat }) {
      return game.legal(this.match, seat).map(written);
    };
  }
  for (const word of [...CHANCE, ...game.actions]) {
    Table.prototype[word] = function act({ by, ...fields }) {
      const stated = { type: word, ...named(fields) };
      this.match = played(game, () => game.act(this.match, by === 'chance' ? null : by, stated)).match;
    };
  }
  return Table;
}

for (const game of [tongits, rummy, carousel, threeThirteen, indianChief]) {
  engine.options(game.name, game.options);
  engine.game(game.name, tableOf(game), { perft: game !== carousel, lateStart: game === threeThirteen });
  for (const what of Object.keys(game.aboutFacts)) {
    engine.question(what, game.name, ({ rules, ...facts }) => {
      const request = { ...named(facts), rules: { options: rules } };
      return played(game, () => game.aboutFacts[what](request, (asked) => gameRules(asked, game))).answer;
    });
  }
}

engine.run();
