import { BrokenError, No, RefusedError, SkippedError } from './calls.js';
import { PROTOCOL } from './cards.js';
import { GAMES } from './games.js';
import { Match, Played } from './match.js';
import { checkOptions, meant } from './names.js';
import { mayBegin } from './packs.js';
import { isObject, present, readLine, text, WireError } from './reading.js';

const VERSION = 1;
const LONGEST_LINE = 1 << 20;
const LONGEST_REASON = 300;
const ABOUT_MATCH = ['view', 'legal', 'result', 'perft'];

/** A program that speaks the protocol for a library. Register what it plays, then `run`. */
export class Engine {
  #who;
  #cards;
  #seconds;
  #games = new Map();
  #match = null;
  #skipping = null;
  #last = Promise.resolve();

  constructor(name, version = '', options = {}) {
    checkOptions(options, ['cards', 'seconds', 'language'], 'the engine');
    const { cards = PROTOCOL, seconds = 9, language = 'javascript' } = options;
    this.#who = { name, version, language };
    this.#cards = cards;
    this.#seconds = seconds;
  }

  // ── what is registered ─────────────────────────────────────────────────────────────────────────

  question(what, game, code, options = {}) {
    const { facts } = this.#of(game).game;
    if (!Object.hasOwn(facts, what)) {
      throw new RangeError(`${game} has no question '${what}'${meant(what, Object.keys(facts))}`);
    }
    if (typeof code !== 'function') throw new TypeError(`the answer to '${what}' of ${game} is no function`);
    checkOptions(options, ['refuses'], `'${what}' of ${game}`);
    const { refuses = [] } = options;
    this.#of(game).answers.set(what, { code, no: No.of(refuses, game) });
  }

  meld(game, code) {
    this.question('meld', game, code);
  }

  deadwood(game, code) {
    this.question('deadwood', game, code);
  }

  deal(game, code) {
    this.question('deal', game, code);
  }

  settle(game, code, options) {
    this.question('settle', game, code, options);
  }

  options(game, readings) {
    const played = this.#of(game);
    for (const [name, several] of Object.entries(readings)) {
      const full = played.fullName(name);
      if (full === undefined) {
        throw new RangeError(`${game} has no option '${name}'${meant(name, Object.keys(played.game.options))}`);
      }
      if (!Array.isArray(several)) throw new TypeError(`${full} of ${game} is no list; expected is a list of readings`);
      const known = played.game.options[full];
      const wrong = several.find((reading) => !known.includes(reading));
      if (wrong !== undefined) {
        throw new RangeError(`${full} of ${game} has no reading '${wrong}'; it has ${known.join(', ')}`);
      }
      played.options.set(full, [...several]);
    }
  }

  game(name, Table, options = {}) {
    const played = this.#of(name);
    checkOptions(options, ['players', 'refuses', 'perft', 'lateStart'], `the game ${name}`);
    const { players = null, refuses = false, perft = false, lateStart = false } = options;
    Object.assign(played, { Table, no: No.of(refuses, name), perft, lateStart });
    played.players = players === null || Array.isArray(players) ? players : [players];
    if (played.players?.length === 0) throw new RangeError(`${name} is played by no number of players`);
    const wrong = played.players?.find((number) => !Number.isInteger(number) || !mayBegin(name, number, 1));
    if (wrong !== undefined) throw new RangeError(`${name} is not played by ${wrong} players`);
    if (!played.has('result')) throw new TypeError(`the table of ${name} has no 'result'`);
    if (Object.keys(played.seatActions).length === 0) throw new TypeError(`the table of ${name} has no action of a seat`);
    for (const method of methodsOf(Table.prototype)) {
      const word = played.meantBy(method);
      if (word === undefined) continue;
      const needs = 'the method needs this name; one of your own begins with _';
      throw new TypeError(`the table of ${name} has '${method}' and no '${word}': ${needs}`);
    }
  }

  #of(game) {
    if (!Object.hasOwn(GAMES, game)) {
      throw new RangeError(`no game is called '${game}'${meant(game, Object.keys(GAMES))}`);
    }
    if (!this.#games.has(game)) this.#games.set(game, new Played(game, this.#cards));
    return this.#games.get(game);
  }

  // ── replies ────────────────────────────────────────────────────────────────────────────────────

  /** Replies to standard input in Node, to messages in a worker of a browser. */
  async run() {
    if (globalThis.process?.stdin) await this.#serve(globalThis.process);
    else this.listen(globalThis);
  }

  /** Replies to each message of a port with a message; both are lines of the protocol. */
  listen(port) {
    port.addEventListener('message', async ({ data }) => port.postMessage(await this.reply(data)));
    port.start?.();
  }

  /** Replies to each line of standard input; what the library prints goes to standard error. */
  async #serve({ stdin, stdout, stderr }) {
    const reply = stdout.write.bind(stdout);
    stdout.write = stderr.write.bind(stderr);
    try {
      for await (const line of lines(stdin)) reply(`${await this.reply(line)}\n`);
    } finally {
      stdout.write = reply;
    }
  }

  /** The reply to one line, after the replies to all lines before it. */
  reply(line) {
    this.#last = this.#last.then(() => this.#replyTo(line));
    return this.#last.then((reply) => JSON.stringify(reply));
  }

  async #replyTo(line) {
    let request;
    try {
      const read = typeof line === 'string' ? line : new TextDecoder('utf-8', { fatal: true }).decode(line);
      if (read.length > LONGEST_LINE) return failed(null, `a line of more than ${LONGEST_LINE} bytes`);
      request = readLine(read);
    } catch (problem) {
      return failed(null, `not JSON: ${problem.message}`);
    }
    if (!isObject(request)) return failed(null, 'not a JSON object');
    const { seq } = request;
    if (!Number.isSafeInteger(seq)) return failed(null, seq === undefined ? "no 'seq'" : "'seq' is not an integer");
    try {
      return { seq, ...(await this.#within(this.#answerTo(request))) };
    } catch (problem) {
      if (problem instanceof WireError) return failed(seq, problem.message);
      if (problem instanceof SkippedError) return { seq, skipped: problem.message };
      if (problem instanceof RefusedError) {
        return { seq, ok: false, ...(problem.clauses.length > 0 && { clauses: problem.clauses }) };
      }
      console.error(problem);
      return failed(seq, problem instanceof BrokenError ? problem.message : `${problem.name}: ${problem.message}`);
    }
  }

  /** An answer that is awaited no longer than it may take. */
  #within(answer) {
    let timer;
    const late = new Promise((_, reject) => {
      const reason = new BrokenError(`no answer within ${this.#seconds} seconds`);
      timer = setTimeout(() => reject(reason), 1000 * this.#seconds);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  async #answerTo(request) {
    const command = text(request, 'cmd');
    switch (command) {
      case 'hello':
        return this.#hello(request);
      case 'begin':
        return this.#begin(request);
      case 'act': {
        const match = this.#begun();
        const [by, action] = [present(request, 'by'), present(request, 'do')];
        if (!isObject(action)) throw new WireError("'do' is not an object");
        await match.act(by, action);
        return { ok: true };
      }
      case 'ask': {
        const what = text(request, 'what');
        const answer = ABOUT_MATCH.includes(what)
          ? await this.#begun().ask(what, request)
          : await this.#registered(text(request, 'game')).answer(what, request);
        return { ok: true, answer };
      }
      case 'end':
        this.#match = this.#skipping = null;
        return { ok: true };
      default:
        throw new WireError(`unknown command '${command}'`);
    }
  }

  #hello(request) {
    const spoken = present(request, 'protocol');
    if (!Number.isSafeInteger(spoken)) throw new WireError("'protocol' is not an integer");
    if (spoken !== VERSION) throw new SkippedError(`protocol ${spoken} is not spoken; use ${VERSION}`);
    const games = Object.fromEntries([...this.#games].map(([name, played]) => [name, played.hello()]));
    return { protocol: VERSION, engine: this.#who, games };
  }

  async #begin(request) {
    const name = text(request, 'game');
    for (const field of ['players', 'dealer']) present(request, field);
    try {
      this.#match = await Match.begun(this.#registered(name), request);
    } catch (problem) {
      if (problem instanceof SkippedError) [this.#match, this.#skipping] = [null, problem.message];
      throw problem;
    }
    this.#skipping = null;
    return { ok: true };
  }

  #registered(name) {
    if (!this.#games.has(name)) throw new SkippedError(`the game '${name}' is not played here`);
    return this.#games.get(name);
  }

  #begun() {
    if (this.#skipping !== null) throw new SkippedError(this.#skipping);
    if (this.#match === null) throw new WireError('no match has begun');
    return this.#match;
  }
}

function failed(seq, reason) {
  const [first] = reason.split('\n');
  return { seq, error: first.length <= LONGEST_REASON ? first : `${first.slice(0, LONGEST_REASON)}…` };
}

/** The names of the methods of a prototype, inherited ones too. */
function* methodsOf(prototype) {
  for (let at = prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof value === 'function') yield name;
    }
  }
}

/** The lines of a stream of bytes, without their end; of a line that is too long, enough to see that. */
async function* lines(stream) {
  let parts = [];
  let length = 0;
  const keep = (bytes) => {
    if (length <= LONGEST_LINE) parts.push(bytes);
    length += bytes.length;
  };
  const whole = () => {
    const line = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (line.set(part, at), at + part.length), 0);
    [parts, length] = [[], 0];
    return line;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, end));
      from = end + 1;
      yield whole();
    }
    keep(chunk.subarray(from));
  }
  if (length > 0) yield whole();
}
