export { RefusedError, SkippedError } from './calls.js';
export { Engine } from './engine.js';
export { Arranged, deck, Seating } from './table.js';
export { Spelling } from './cards.js';
import { made, numbered, records, spelled, table } from './cards.js';

/** The spellings of cards. */
export const cards = { made, numbered, records, spelled, table };
