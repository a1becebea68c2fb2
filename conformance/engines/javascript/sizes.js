// @ts-check
import { parseArgs } from 'node:util';
import { PACK } from './cards.js';

/** The table of each game: its pack, and how many cards, hands or melds there are. */
const USUAL = {
  tongits: { pack: PACK, hand: 12 },
  /** Hands of two to six players. */
  rummy: { pack: PACK, hands: [10, 7, 7, 6, 6] },
  carousel: { pack: PACK, hand: 10 },
  /** Ranks are counted from the ace, which is nought. */
  'three-thirteen': { pack: PACK, hands: 11, first_hand: 3, first_wild: 2 },
  'indian-chief': { pack: PACK, hand: 8, melds: 7 },
};

const { values } = parseArgs({ options: { table: { type: 'string' } } });

/** @type {Record<string, Record<string, unknown>>} */
const given = JSON.parse(values.table ?? '{}');

for (const [game, sizes] of Object.entries(given)) {
  const usual = /** @type {Record<string, object>} */ (USUAL)[game] ?? {};
  const unknown = Object.keys(sizes).find((name) => !Object.hasOwn(usual, name));
  if (unknown !== undefined) throw new Error(`no such size: ${game} ${unknown}`);
}

/** The tables that are played: the usual ones, but for the sizes that `--table` names. */
export const SIZES = {
  tongits: { ...USUAL.tongits, ...given.tongits },
  rummy: { ...USUAL.rummy, ...given.rummy },
  carousel: { ...USUAL.carousel, ...given.carousel },
  threeThirteen: { ...USUAL['three-thirteen'], ...given['three-thirteen'] },
  indianChief: { ...USUAL['indian-chief'], ...given['indian-chief'] },
};
