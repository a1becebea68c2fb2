import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PASSES = new Set(['pass', 'identified']);
const FALLS_SHORT = new Set(['fail', 'error', 'vacuous', 'xpass']);
/** The options that change how a case is judged; each has a value. */
const JUDGING = ['--rules', '--declare', '--known-failures', '--suite', '--timeout'];

/**
 * Plays the suite on an engine, and makes a test of each case. `test` is that of node:test or of vitest.
 * `meldspec check` plays and judges, so it must be installed: pip install meldspec.
 */
export async function cases(test, engine, { games = [], options = [], meldspec = ['meldspec'] } = {}) {
  if (!Array.isArray(engine) || !String(engine[0] ?? '').trim()) {
    throw new TypeError("no engine is named; expected are the parts of its command, such as ['node', 'engine.js']");
  }
  const runs = games.length > 0 ? games.map((game) => ['--game', game]) : [[]];
  for (const chosen of runs) {
    const { holds, outcomes } = await check([...meldspec, 'check', ...chosen, ...options], engine);
    for (const judged of outcomes) add(test, judged, [...judging(options), '--case', judged.id, '--', ...engine]);
    if (!holds && !outcomes.some(({ status }) => FALLS_SHORT.has(status))) {
      test(`${chosen[1] ?? 'all games'}: no case was judged`, () => {
        throw new Error('the engine does not hold, as no case was judged');
      });
    }
  }
}

const judging = (options) =>
  options.filter((word, at) =>
    JUDGING.some((name) => word === name || options[at - 1] === name || word.startsWith(`${name}=`)),
  );

/** Whether `meldspec check` says that the engine holds, and the cases of its report; an Error where it could not do its work. */
async function check([program, ...before], engine) {
  const folder = await mkdtemp(join(tmpdir(), 'meldspec-'));
  const file = join(folder, 'report.json');
  try {
    const { status, told } = await run(program, [...before, '--report', file, '--', ...engine]);
    if (status !== 0 && status !== 1) throw new Error(`meldspec check ended with ${status}: ${told.trim()}`);
    return { holds: status === 0, outcomes: JSON.parse(await readFile(file, 'utf8')).cases };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(program, parts) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parts, { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      told += text;
    });
    child.on('error', (problem) => {
      const missing = problem.code === 'ENOENT';
      reject(missing ? new Error(`no command '${program}': pip install meldspec`, { cause: problem }) : problem);
    });
    child.on('close', (status, signal) => resolve({ status: status ?? signal, told }));
  });
}

function add(test, judged, again) {
  const name = `${judged.id} [${[judged.kind, ...judged.clauses].join(' ')}]`;
  if (PASSES.has(judged.status)) {
    test(name, () => {});
  } else if (FALLS_SHORT.has(judged.status)) {
    test(name, () => {
      throw new Error(message(judged, again));
    });
  } else {
    test.skip(`${name} ${judged.status}: ${judged.reason}`, () => {});
  }
}

/** A word as a shell reads it. */
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

const message = ({ status, reason, clauses, step, expected, got }, again) =>
  [
    `${status}: ${reason}`,
    ...clauses.map((clause) => `  clause    ${clause}`),
    ...(step === null || step === undefined ? [] : [`  step      ${step}`]),
    `  expected  ${JSON.stringify(expected)}`,
    `  got       ${JSON.stringify(got)}`,
    `  the play  meldspec check ${again.map(quoted).join(' ')}`,
  ].join('\n');
