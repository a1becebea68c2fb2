import { BrokenError, call, No, RefusedError, SkippedError, told } from './calls.js';
import { canBeNamed, candidates } from './candidates.js';
import { GAMES } from './games.js';
import { meantBy } from './names.js';
import * as packs from './packs.js';
import * as read from './reading.js';
import { Arranged } from './table.js';

/** What an adapter has registered for one game. */
export class Played {
  constructor(name, spelling) {
    Object.assign(this, { name, spelling, Table: null, no: new No([]), players: null, perft: false });
    this.lateStart = false;
    this.game = GAMES[name];
    /** By question about facts: the function that answers it, and how it refuses. */
    this.answers = new Map();
    /** By full name: the readings that are played. */
    this.options = new Map();
  }

  has(method) {
    return typeof this.Table?.prototype[method] === 'function';
  }

  /** The action or question that the class lacks, and for which this method of it seems to stand. */
  meantBy(method) {
    const words = [...Object.keys(this.shapes), 'view', 'legal', 'candidates', 'result', 'perft'];
    if (words.includes(method) || method.startsWith('_')) return undefined;
    return meantBy(method, words.filter((word) => !this.has(word)));
  }

  get abilities() {
    return this.game.abilities.filter((ability) => this.#can(ability));
  }

  #can(ability) {
    if (ability in this.game.facts || this.Table === null) return this.answers.has(ability);
    if (ability === 'late-start') return this.lateStart;
    if (ability === 'legal') {
      return this.has('legal') || this.has('candidates') || (this.has('view') && canBeNamed(this.seatActions));
    }
    if (ability === 'perft') return this.has('perft') || (this.perft && this.has('view') && this.#can('legal'));
    return ability === 'play' || this.has(ability);
  }

  /** The shapes of all actions of the game. */
  get shapes() {
    return { ...this.game.chance, ...this.game.seats };
  }

  /** The action types of the game that the class of a match has as methods. */
  get actions() {
    return Object.keys(this.shapes).filter((word) => this.has(word));
  }

  get seatActions() {
    return Object.fromEntries(Object.entries(this.game.seats).filter(([word]) => this.has(word)));
  }

  hello() {
    return {
      abilities: this.abilities,
      ...(this.options.size > 0 && { options: Object.fromEntries(this.options) }),
      ...(this.Table !== null && { actions: this.actions }),
      ...(this.players !== null && { players: this.players }),
    };
  }

  fullName(name) {
    const plain = name.replaceAll('-', '_').replace(`${this.name.replaceAll('-', '_')}.`, '');
    return Object.keys(this.game.options).find((full) => plain === full || plain === full.split('.')[1]);
  }

  /** The readings that the rules of a request name, by full name; the others are the default. */
  readings(rules) {
    if (rules !== undefined && rules !== null && !read.isObject(rules)) throw new read.WireError("'rules' is not an object");
    const named = rules?.options ?? {};
    if (!read.isObject(named)) throw new read.WireError("'options' is not an object");
    const asked = {};
    for (const [name, reading] of Object.entries(named)) {
      const full = this.fullName(name);
      if (full === undefined) throw new read.WireError(`${this.name} has no option '${name}'`);
      if (typeof reading !== 'string' && !Number.isSafeInteger(reading)) {
        throw new read.WireError(`option '${name}' is no reading`);
      }
      if (full in asked) throw new read.WireError(`option '${full}' is named twice`);
      asked[full] = reading;
    }
    const chosen = Object.fromEntries(
      Object.entries(this.game.options).map(([name, [usual]]) => [name, asked[name] ?? usual]),
    );
    for (const name of new Set([...this.options.keys(), ...Object.keys(asked)])) {
      const played = this.options.get(name) ?? [this.game.options[name][0]];
      if (!played.includes(chosen[name])) throw new SkippedError(`${name} = ${chosen[name]} is not played`);
    }
    return chosen;
  }

  /** Those of them that the adapter has registered: what the library is told. */
  own(readings) {
    return Object.fromEntries([...this.options.keys()].map((name) => [name, readings[name]]));
  }

  table(players, own = (word) => word) {
    return { seats: players, jokers: packs.hasJokers(this.name), own };
  }

  written(answer, name) {
    try {
      return read.written(answer, name, this.spelling);
    } catch (problem) {
      throw new BrokenError(`an answer that cannot be written: ${problem.message}`, problem);
    }
  }

  /** The library's answer to a question about facts. */
  async answer(what, request) {
    const shapes = this.game.facts[what];
    if (shapes !== undefined && !this.answers.has(what)) {
      throw new SkippedError(`the question '${what}' of ${this.name} is not answered here`);
    }
    if (shapes === undefined) throw new read.WireError(`unknown question '${what}'`);
    const readings = this.readings(request.rules);
    const players = seatsOf(this.name, request);
    const seen = read.readFields(shapes, request, this.table(players));
    const reading = (name) => readings[name];
    if (what === 'deal' && !packs.isDeck(this.name, seen.deck, { players, reading })) throw new RefusedError();
    const { code, no } = this.answers.get(what);
    const twice = what === 'meld' || what === 'deal' ? undefined : packs.repeated(this.name, seen);
    if (twice !== undefined) throw new read.WireError(`${twice} stands there more often than in the pack`);
    const fields = read.readFields(shapes, request, this.table(players, (word) => this.spelling.read(word)));
    const facts = told({ ...fields, rules: this.own(readings) }, `'${what}' of ${this.name}`);
    const answer = await call(() => code(facts), no);
    return what === 'meld' ? this.#kind(answer) : this.written(answer, what);
  }

  /** The answer to the question 'meld'; a BrokenError for anything but its words. */
  #kind(answer = null) {
    const { kinds } = this.game;
    if (answer === null || kinds.includes(answer)) return answer;
    const can = kinds.map((kind) => `'${kind}'`).join(', ');
    const shown = typeof answer === 'string' ? `'${answer}'` : String(answer);
    throw new BrokenError(`'meld' of ${this.name} must return ${can} or null, not ${shown}`);
  }
}

/** The number of seats in stated facts. */
function seatsOf(game, { players, hands, melds }) {
  const listed = Array.isArray(hands) ? hands : Array.isArray(melds) ? melds : [];
  return game === 'tongits' ? 3 : Number.isSafeInteger(players) ? Math.max(players, packs.fewestPlayers(game)) : listed.length;
}

/**
 * A match on the library's table. Without copies, what must be undone is undone by beginning anew and
 * repeating every accepted action, so the table may be anything: closures, private fields, the one game of
 * a module.
 */
export class Match {
  #played;
  #begins;
  #readings;
  #table;
  #accepted = [];
  #inHand = false;

  static async begun(played, request) {
    const { players, dealer } = request;
    const handNumber = request.hand_number ?? 1;
    if (played.Table === null) throw new SkippedError(`${played.name} is not played here`);
    const readings = played.readings(request.rules);
    read.integer(handNumber, 'hand_number');
    read.integer(players, 'players');
    read.seat(dealer, 'dealer', Math.max(players, packs.fewestPlayers(played.name)));
    if (!played.game.abilities.includes('late-start') && handNumber !== 1) {
      throw new SkippedError('every match begins with the first hand');
    }
    if (!packs.mayBegin(played.name, players, handNumber)) throw new RefusedError();
    if (played.players !== null && !played.players.includes(players)) {
      throw new SkippedError(`${players} players are not played here`);
    }
    if (handNumber !== 1 && !played.lateStart) throw new SkippedError('every match begins with the first hand here');
    const match = new Match();
    match.#played = played;
    match.#readings = readings;
    match.#begins = { players, dealer, hand_number: handNumber, rules: played.own(readings) };
    match.#table = await match.#fresh();
    return match;
  }

  #fresh() {
    const { Table, name, no } = this.#played;
    return call(() => new Table(told({ ...this.#begins }, `the table of ${name}`)), no);
  }

  /** An action. Unless it is accepted, the table stays as it was. */
  async act(by, request) {
    const seats = this.#begins.players;
    if (by !== 'chance') read.seat(by, 'by', seats);
    const word = read.present(request, 'type');
    const { shapes, actions, game } = this.#played;
    if (typeof word !== 'string' || !Object.hasOwn(shapes, word)) throw new read.WireError(`unknown action type ${JSON.stringify(word)}`);
    const seen = read.readAction(word, shapes[word], request, this.#played.table(seats));
    if (!actions.includes(word)) throw new SkippedError(`the action '${word}' is not written yet`);
    if ((by === 'chance') !== word in game.chance) throw new RefusedError();
    // No hand goes on from its result to the next deal, also after a cut.
    this.#inHand &&= (await this.#answer('result')) === null;
    const goesOn = this.#inHand;
    if (by !== 'chance' && !goesOn) throw new RefusedError();
    if (word === 'deal') this.#checkDeal(seen, goesOn);
    const action = { by, word, request };
    const before = await this.#mark();
    try {
      await this.#perform(this.#table, action);
      if (word === 'deal') this.#checkShuffle();
    } catch (problem) {
      await this.#backTo(before);
      throw problem;
    }
    this.#accepted.push(action);
    this.#inHand ||= word === 'deal';
  }

  get #hands() {
    return this.#accepted.filter(({ word }) => word === 'deal').length;
  }

  #perform(table, { by, word, request }) {
    const { shapes, spelling, name, no } = this.#played;
    const own = this.#played.table(this.#begins.players, (text) => spelling.read(text));
    const fields = { ...read.readAction(word, shapes[word], request, own), by };
    return call(() => table[word](told(fields, `'${word}' of ${name}`)), no);
  }

  /** A deal during a hand, or of other cards than the hand can have; later, the library knows whose deal it is. */
  #checkDeal(seen, goesOn) {
    const { players, dealer, hand_number: first } = this.#begins;
    const table = { players, reading: (name) => this.#readings[name] };
    const may = packs.isDeal(this.#played.name, seen, table, this.#hands === 0 ? dealer : null, first + this.#hands);
    if (goesOn || !may) throw new RefusedError();
  }

  /** A deal that leaves an order for the library's shuffle unused is none. */
  #checkShuffle() {
    for (const [name, one] of Object.entries(this.#table)) {
      if (one instanceof Arranged && one.waits) {
        throw new BrokenError(
          `the deal is accepted, but the order given to '${name}' is not used: the library shuffles with something else`,
        );
      }
    }
  }

  /** How the match stands: how many actions were accepted, and a copy if the table makes copies. */
  async #mark() {
    const copy = this.#played.has('copy') ? await call(() => this.#table.copy(), new No([])) : null;
    return { count: this.#accepted.length, inHand: this.#inHand, copy };
  }

  /** The match as it stood, by the copy or by beginning anew; a mark serves once. */
  async #backTo({ count, inHand, copy }) {
    this.#accepted.length = count;
    this.#inHand = inHand;
    this.#table = copy ?? (await this.#repeated());
  }

  async #repeated() {
    const table = await this.#fresh();
    for (const action of this.#accepted) {
      try {
        await this.#perform(table, action);
      } catch (problem) {
        throw new BrokenError(`'${action.word}' is not accepted when the match is repeated: ${problem.message}`, problem);
      }
    }
    return table;
  }

  /** The answer to a question about the match. */
  async ask(what, request) {
    if (what === 'result') return this.#hands > 0 ? this.#answer('result') : null;
    if (what === 'perft') {
      const depth = read.integer(read.present(request, 'depth'), 'depth');
      if (depth < 0) throw new read.WireError(`'depth' is negative: ${depth}`);
      this.#offered(what);
      return this.#played.has('perft') ? this.#answer('perft', { depth }) : this.#counts(depth);
    }
    const seat = read.seat(read.present(request, 'seat'), 'seat', this.#begins.players);
    this.#offered(what);
    return what === 'legal' ? this.#legal(seat) : this.#answer(what, { seat });
  }

  #offered(ability) {
    if (!this.#played.abilities.includes(ability)) throw new SkippedError(`the question '${ability}' is not answered here`);
  }

  async #answer(what, facts = {}) {
    const { no, name } = this.#played;
    const errorsOnly = new No(no.errors);
    const answer = await call(() => this.#table[what](told(facts, `'${what}' of ${name}`)), errorsOnly);
    return this.#played.written(answer, what);
  }

  // ── by trial ───────────────────────────────────────────────────────────────────────────────────

  async #legal(seat) {
    if (this.#played.has('legal')) return this.#answer('legal', { seat });
    const found = [];
    await this.#eachAccepted(seat, (action) => found.push(action));
    return found;
  }

  /** What a seat may try, each action once. */
  async #tries(seat) {
    const { seatActions } = this.#played;
    const own = ['legal', 'candidates'].find((method) => this.#played.has(method));
    const named = own ? await this.#answer(own, { seat }) : [...candidates(seatActions, await this.#answer('view', { seat }))];
    return [...new Map(named.map((action) => [JSON.stringify(action), action])).values()];
  }

  /** Calls `then` with each action of a seat that is accepted, while the match stands after it. */
  async #eachAccepted(seat, then) {
    for (const action of await this.#tries(seat)) {
      const before = await this.#mark();
      try {
        await this.act(seat, action);
      } catch (problem) {
        if (problem instanceof RefusedError || problem instanceof SkippedError) continue;
        throw problem;
      }
      await then(action);
      await this.#backTo(before);
    }
  }

  /** Calls `then` with each accepted action of every seat that is to act; whether there is any. */
  async #eachNext(then) {
    const { to_act: seats } = await this.#answer('view', { seat: 0 });
    if (!Array.isArray(seats)) throw new BrokenError("the view lacks 'to_act'");
    for (const seat of seats) await this.#eachAccepted(seat, then);
  }

  async #count(depth) {
    if (depth === 0) return 1;
    let total = 0;
    await this.#eachNext(async () => {
      total += await this.#count(depth - 1);
    });
    return total || 1;
  }

  /** How many sequences of accepted actions there are, in all and by the first one. */
  async #counts(depth) {
    const counted = new Map();
    if (depth > 0) {
      await this.#eachNext(async (action) => {
        const key = JSON.stringify(action);
        counted.set(key, (counted.get(key) ?? 0) + (await this.#count(depth - 1)));
      });
    }
    const split = [...counted].map(([key, number]) => [JSON.parse(key), number]);
    return { total: split.reduce((sum, [, number]) => sum + number, 0) || 1, by_action: split };
  }
}
