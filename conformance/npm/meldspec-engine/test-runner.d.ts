/** The test function of node:test or of vitest. */
export interface Test {
  (name: string, run: () => void): unknown;
  skip(name: string, run: () => void): unknown;
}

export interface Chosen {
  /** Only these games. */
  games?: readonly string[];
  /** More options of `meldspec check`, such as `['--declare', 'engine.toml']`. */
  options?: readonly string[];
  /** The command that plays and judges, in its parts. */
  meldspec?: readonly string[];
}

/**
 * Plays the suite on an engine, and makes a test of each case, named by its id, kind and clauses.
 *
 * A case that does not apply is skipped with its reason; one test more fails if no case was judged.
 * Rejects if no engine is named, or if `meldspec` is not installed or cannot start the engine.
 */
export function cases(test: Test, engine: readonly string[], chosen?: Chosen): Promise<void>;
