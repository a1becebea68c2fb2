// @ts-check
import { carousel } from './carousel/game.js';
import { indianChief } from './indian-chief/game.js';
import { perft, waits } from './perft.js';
import * as read from './requests.js';
import { rummy } from './rummy/game.js';
import { threeThirteen } from './three-thirteen/game.js';
import { tongits } from './tongits/game.js';
/** @typedef {import('./requests.js').Fields} Fields @typedef {import('./rules.js').Rules} Rules */
/** @typedef {Record<string, unknown>} Reply */

/**
 * What the protocol has to know of a game. A match is a plain object that no function changes; it has `players`, the
 * number of its seats, and `result`, which is null until the hand is over.
 * @typedef {object} Game
 * @property {string} name
 * @property {string[]} abilities
 * @property {string[]} actions of seats
 * @property {import('./rules.js').Options} options
 * @property {import('./rules.js').Need[]} needs
 * @property {(players: number, handNumber: number) => string[]} tableRefusals clauses that refuse a table of
 *   so many, or a match that begins with this hand
 * @property {(rules: Rules, players: number, dealer: number, handNumber: number) => any} begin
 * @property {(match: any, by: number | null, stated: Fields) => {match: any} | {clauses: string[]}} act
 * @property {Record<string, (request: Fields, rulesOf: (request: Fields) => Rules) => Outcome>} aboutFacts
 * @property {(match: any, seat: number) => unknown} view
 * @property {(match: any, seat: number) => Record<string, any>[]} legal
 * @property {import('./perft.js').Playing<any, any>} playing
 */

/** @typedef {{answer: unknown} | {clauses: string[]}} Outcome */

/** @type {Game[]} */
const GAMES = [tongits, rummy, carousel, threeThirteen, indianChief];

const PROTOCOL = 1;

const HELLO = {
  protocol: PROTOCOL,
  engine: { name: 'clean-room', version: '1.4.0', language: 'javascript' },
  games: Object.fromEntries(
    GAMES.map(({ name, abilities, options, actions }) => [name, { abilities, options, actions }]),
  ),
};

/** @param {Fields} request @returns {Game} */
function gameOf(request) {
  const name = read.text(request, 'game');
  const game = GAMES.find((known) => known.name === name);
  if (game === undefined) throw new read.NotPlayed(`no such game here: ${name}`);
  return game;
}

/** @param {Game} game @param {string[]} clauses @returns {Reply} */
const refused = (game, clauses) => ({ ok: false, clauses: clauses.map((clause) => `${game.name}.${clause}`) });

/** @param {unknown} answer @returns {Reply} */
const answered = (answer) => ({ ok: true, answer });

/**
 * Questions about the match that is running.
 * @type {Record<string, (running: {game: Game, match: any}, request: Fields) => Reply>}
 */
const ABOUT_MATCH = {
  view: ({ game, match }, request) => answered(game.view(match, read.seatAmong(match.players)(request, 'seat'))),
  legal({ game, match }, request) {
    const seat = read.seatAmong(match.players)(request, 'seat');
    return answered(game.legal(match, seat).map(read.written));
  },
  result: ({ match }) => answered(match.result),
  perft({ game, match }, request) {
    const depth = read.integer(request, 'depth');
    if (depth < 0) throw new read.Unreadable('depth is less than nought');
    const byAction = perft(game.playing, match, depth);
    const total = depth === 0 || waits(game.playing, match) ? 1 : byAction.reduce((sum, [, count]) => sum + count, 0);
    return answered({ total, by_action: byAction.map(([action, count]) => [read.written(action), count]) });
  },
};

/** Questions that state all that they ask about, in any game. */
const ABOUT_FACTS = new Set(GAMES.flatMap(({ aboutFacts }) => Object.keys(aboutFacts)));

/**
 * An engine that answers one line after the other.
 * @returns {(line: string) => string}
 */
export function createEngine() {
  /** @type {{game: Game, match: any} | null} */
  let current = null;
  // After a begin that was skipped, all that belongs to its match is skipped as well.
  let skipping = false;

  const running = () => {
    if (skipping) throw new read.NotPlayed('the match was skipped');
    if (current === null) throw new read.Unreadable('no match is begun');
    return current;
  };

  /** @type {Record<string, (request: Fields) => Reply>} */
  const commands = {
    hello(request) {
      const protocol = read.integer(request, 'protocol');
      return protocol === PROTOCOL ? HELLO : { skipped: `protocol ${protocol} is not spoken here` };
    },

    begin(request) {
      const players = read.integer(request, 'players');
      const dealer = read.integer(request, 'dealer');
      if (dealer < 0 || dealer >= Math.max(players, 1)) throw new read.Unreadable(`no such seat: ${dealer}`);
      try {
        const game = gameOf(request);
        const rules = read.gameRules(request, game);
        const handNumber = game.abilities.includes('late-start') ? read.handNumber(request) : 1;
        const clauses = game.tableRefusals(players, handNumber);
        if (clauses.length > 0) return refused(game, clauses);
        current = { game, match: game.begin(rules, players, dealer, handNumber) };
        skipping = false;
        return { ok: true };
      } catch (error) {
        if (error instanceof read.NotPlayed) skipping = true;
        throw error;
      }
    },

    act(request) {
      const { game, match } = running();
      const stated = read.object(request, 'do');
      const by = request.by === 'chance' ? null : read.seatAmong(match.players)(request, 'by');
      const outcome = game.act(match, by, stated);
      if ('clauses' in outcome) return refused(game, outcome.clauses);
      current = { game, match: outcome.match };
      return { ok: true };
    },

    ask(request) {
      const what = read.text(request, 'what');
      if (ABOUT_FACTS.has(what)) {
        const game = gameOf(request);
        if (!Object.hasOwn(game.aboutFacts, what)) throw new read.Unreadable(`no question of ${game.name}: ${what}`);
        const outcome = game.aboutFacts[what](request, (asked) => read.gameRules(asked, game));
        return 'clauses' in outcome ? refused(game, outcome.clauses) : answered(outcome.answer);
      }
      if (Object.hasOwn(ABOUT_MATCH, what)) return ABOUT_MATCH[what](running(), request);
      throw new read.Unreadable(`no such question: ${what}`);
    },

    end() {
      current = null;
      skipping = false;
      return { ok: true };
    },
  };

  /** @param {Fields} request @returns {Reply} */
  const reply = (request) => {
    try {
      const command = read.text(request, 'cmd');
      if (!Object.hasOwn(commands, command)) throw new read.Unreadable(`no such command: ${command}`);
      return commands[command](request);
    } catch (error) {
      if (error instanceof read.NotPlayed) return { skipped: error.message };
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  return (line) => {
    let request;
    try {
      request = read.readLine(line);
    } catch {
      return JSON.stringify({ seq: null, error: 'not JSON' });
    }
    if (!read.isObject(request)) return JSON.stringify({ seq: null, error: 'no JSON object' });
    if (!Number.isSafeInteger(request.seq)) return JSON.stringify({ seq: null, error: 'no seq' });
    return JSON.stringify({ seq: request.seq, ...reply(request) });
  };
}
