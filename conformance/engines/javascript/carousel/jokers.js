// @ts-check
import { isJoker, isNamed, nameOf, tally } from './cards.js';
/** @typedef {import('./cards.js').Table} Table @typedef {import('../rules.js').Rules} Rules */

/** How many natural cards of a name lie on a table. @param {Map<string, number>} counts @param {string} name */
const of = (counts, name) => counts.get(name) ?? 0;

/** The names of the jokers of a table, each as often as it is given. @param {Table} table */
export const namesGiven = (table) => tally(table.flat().filter((card) => isJoker(card) && isNamed(card)).map(nameOf));

/** How often each natural card lies on a table. @param {Table} table */
export const naturalsOf = (table) => tally(table.flat().filter((card) => !isJoker(card)));

/**
 * What the jokers of an old table ask of a new one.
 * @typedef {object} Bonds
 * @property {string[]} names that jokers had
 * @property {(name: string, naturals: number) => number} kept how many jokers must go on standing for a card
 *   of which so many natural ones lie on the new table
 * @property {(name: string, naturals: number, jokers: number) => boolean} mayStand whether so many jokers may
 *   stand for it there
 */

/**
 * @param {Rules} rules @param {number} packs @param {Table} table before the turn
 * @returns {Bonds}
 */
export function bondsOf(rules, packs, table) {
  const before = namesGiven(table);
  const lay = naturalsOf(table);

  /** For each joker of a name, how many of its natural cards cannot free it. @param {string} name */
  const barred = (name) =>
    table.flatMap((meld) => {
      const own = rules.joker_natural_same_meld === 'does_not' ? meld.filter((card) => card === name).length : 0;
      return meld.filter((card) => isJoker(card) && nameOf(card) === name).map(() => own);
    });

  return {
    names: [...before.keys()],
    kept(name, naturals) {
      const jokers = of(before, name);
      const freeing = rules.joker_in_play === 'table_only' ? Math.min(of(lay, name), naturals) : naturals;
      const freeable = barred(name).filter((own) => freeing > own).length;
      const freed = rules.one_natural_frees_two === 'frees_all' ? freeable : Math.min(freeable, freeing);
      // Of several jokers of one name all but one step aside for each other.
      const held = rules.joker_as_replacing_natural === 'joker_counts' ? Math.min(jokers, 1) : jokers;
      return Math.max(0, held - freed);
    },
    mayStand(name, naturals, jokers) {
      if (rules.two_jokers_one_identity === 'forbidden' && jokers > 1) return false;
      return jokers <= of(before, name) || isInDomain(rules, packs, naturals, jokers);
    },
  };
}

/**
 * Whether a name may be given anew.
 * @param {Rules} rules @param {number} packs
 * @param {number} naturals of this card on the new table @param {number} jokers that stand for it there
 */
function isInDomain({ joker_domain: domain }, packs, naturals, jokers) {
  if (domain === 'not_visible_on_table') return naturals === 0;
  return domain === 'any_card' || naturals + jokers <= packs;
}

/** Whether a joker has a name that is new and may not be given. @param {Rules} rules @param {number} packs @param {Table} old @param {Table} table */
export function isNamedAmiss(rules, packs, old, table) {
  const before = namesGiven(old);
  const naturals = naturalsOf(table);
  return [...namesGiven(table)].some(
    ([name, jokers]) => jokers > of(before, name) && !isInDomain(rules, packs, of(naturals, name), jokers),
  );
}

/** Whether two jokers stand for one card that may not. @param {Rules} rules @param {Table} table */
export const isNamedAlike = (rules, table) =>
  rules.two_jokers_one_identity === 'forbidden' && [...namesGiven(table).values()].some((jokers) => jokers > 1);

/** Whether fewer jokers stand for a card than must. @param {Bonds} bonds @param {Table} table */
export function isFreedAmiss(bonds, table) {
  const now = namesGiven(table);
  const naturals = naturalsOf(table);
  return bonds.names.some((name) => of(now, name) < bonds.kept(name, of(naturals, name)));
}
