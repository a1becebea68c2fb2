/** A case of the suite; its form is that of `schema('case')`. */
export interface Case {
  id: string;
  title: string;
  game: string;
  kind: string;
  tier: 'smoke' | 'core' | 'full';
  clauses: string[];
  [field: string]: unknown;
}

export interface Manifest {
  version: string;
  hash: string;
  counts: Record<string, Record<string, number>>;
  [field: string]: unknown;
}

/** The version and the hash of the suite, its counts, its clauses and the default readings. */
export function manifest(): Manifest;

/** Every case of a game, such as `rummy`; a RangeError for a game that the suite lacks. */
export function cases(game: string): Case[];

/** A JSON Schema by its name, such as `case` or `protocol-request`. */
export function schema(name: string): object;
