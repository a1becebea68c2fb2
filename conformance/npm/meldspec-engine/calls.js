/** The rules do not allow the request. Throw it with the clauses that refuse, or without any. */
export class RefusedError extends Error {
  constructor(...clauses) {
    super(`refused: ${clauses.join(', ') || 'no clause is named'}`);
    this.name = 'RefusedError';
    this.clauses = clauses;
  }
}

/** The request is understood, and this library cannot do it. */
export class SkippedError extends Error {
  constructor(reason = 'not written yet') {
    super(reason);
    this.name = 'SkippedError';
  }
}

/** The library's code threw what it does not use to refuse. */
export class BrokenError extends Error {
  constructor(reason, cause) {
    super(reason, { cause });
    this.name = 'BrokenError';
  }
}

/** How a library says no: some values, and some classes of errors. */
export class No {
  constructor(refuses) {
    const told = Array.isArray(refuses) ? refuses : [refuses];
    this.errors = told.filter((one) => typeof one === 'function' && isErrorClass(one));
    this.values = told.filter((one) => !this.errors.includes(one));
  }

  /** The same from what an adapter registers; a TypeError for what no answer can equal. */
  static of(refuses, game) {
    const no = new No(refuses);
    const wrong = no.values.find((one) => typeof one === 'function' || [Error, Set, Map].some((kind) => one instanceof kind));
    if (wrong === undefined) return no;
    const named = wrong.name || (typeof wrong === 'function' ? 'a function' : `a ${wrong.constructor.name}`);
    throw new TypeError(`refuses of ${game} has ${named}; expected is a value or a class of errors, or a list of them`);
  }

  /** Whether an answer refuses; 0 is not false. */
  means(answer) {
    return this.values.includes(answer);
  }

  get canRefuse() {
    return this.values.length + this.errors.length > 0;
  }

  throws(problem) {
    return this.errors.some((kind) => problem instanceof kind);
  }
}

const isErrorClass = (one) => one === Error || one.prototype instanceof Error;

/** What the library's code answers; its refusals, skips and mistakes are thrown. */
export async function call(code, no) {
  let answer;
  try {
    answer = await code();
  } catch (problem) {
    if (problem instanceof RefusedError || problem instanceof SkippedError) throw problem;
    if (no.throws(problem)) throw new RefusedError();
    throw new BrokenError(inWords(problem, no), problem);
  }
  if (no.means(answer)) throw new RefusedError();
  return answer;
}

/** The errors of the language itself, by which no library refuses. */
const MISTAKES = [TypeError, ReferenceError, RangeError, SyntaxError, BrokenError];

/** What was thrown in one line, with the remedy if it may be meant to refuse. */
function inWords(problem, no) {
  if (!(problem instanceof Error)) return String(problem);
  const kind = problem.constructor.name;
  const [first] = `${problem.name}: ${problem.message}`.split('\n');
  const mayRefuse = no.canRefuse && !MISTAKES.includes(problem.constructor);
  const remedy = mayRefuse ? ` (if this is a refusal: refuses: ${kind})` : '';
  return first + placeOf(problem) + remedy;
}

const HERE = new URL('.', import.meta.url).href;

/** The line of the library that threw, in brackets; empty if it is not known. */
function placeOf(problem) {
  for (const frame of String(problem.stack ?? '').split('\n').slice(1)) {
    const found = /([^\s(]+):(\d+):\d+\)?$/.exec(frame);
    if (found && !found[1].startsWith(HERE) && !found[1].startsWith('node:')) {
      return ` (${found[1].split(/[\\/]/).at(-1)}:${found[2]})`;
    }
  }
  return '';
}

/** The fields of a message for the library, which throw where the library asks for another name. */
export function told(fields, place) {
  return new Proxy(fields, {
    get(target, name) {
      if (typeof name === 'string' && !(name in target) && name !== 'then' && name !== 'toJSON') {
        throw new TypeError(`${place} has no field '${name}'; it has ${Object.keys(target).join(', ') || 'none'}`);
      }
      return target[name];
    },
  });
}
