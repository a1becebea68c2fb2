// @ts-check
import { isJoker } from './cards.js';
import { FEWEST } from './melds.js';
/** @typedef {import('./cards.js').Laid} Laid @typedef {import('./cards.js').Meld} Meld */

const MOST = 4;

/**
 * Cards of one rank that are to lie in sets, in one number: how many there are, how many of one suit at most,
 * and how many of them are natural.
 * @typedef {number} Gathered
 */

const LIMIT = 1024;

/** @param {number} cards @param {number} ofOneSuit @param {number} naturals @returns {Gathered} */
const gather = (cards, ofOneSuit, naturals) => (cards * 8 + ofOneSuit) * 8 + Math.min(naturals, 7);

/** @type {Gathered} */
export const NONE_GATHERED = 0;

/** With cards of a further suit. @param {Gathered} gathered @param {number} naturals @param {number} jokers @returns {Gathered} */
export const gatheredWith = (gathered, naturals, jokers) =>
  gather((gathered >> 6) + naturals + jokers, Math.max((gathered >> 3) & 7, naturals + jokers), (gathered & 7) + naturals);

/** In how many sets so many cards can lie. @param {number} cards @param {number} ofOneSuit @param {number} naturals */
function setCounts(cards, ofOneSuit, naturals) {
  const counts = [];
  for (let sets = Math.ceil(cards / MOST); sets * FEWEST <= cards; sets++) {
    if (ofOneSuit <= sets && sets <= naturals) counts.push(sets);
  }
  return counts;
}

const ARE_SETS = Array.from(
  { length: LIMIT },
  (_, gathered) => gathered >> 6 === 0 || setCounts(gathered >> 6, (gathered >> 3) & 7, gathered & 7).length > 0,
);

/** Whether the cards can lie in sets. @param {Gathered} gathered */
export const areSets = (gathered) => ARE_SETS[gathered];

/** In how many sets so many cards can lie at most. @param {number} cards */
export const mostSets = (cards) => Math.floor(cards / FEWEST);

/**
 * Sorts cards of a rank into sets.
 * @param {Laid[][]} bySuit @param {boolean} needNatural whether jokers alone are no set
 * @returns {Meld[]}
 */
export function setsOf(bySuit, needNatural) {
  const cards = bySuit.flatMap((own, suit) => own.map((card) => ({ card, suit })));
  /** @param {{card: Laid, suit: number}[]} set */
  const isFine = (set) => set.length >= FEWEST && !(needNatural && set.every(({ card }) => isJoker(card)));
  /** @param {number} place @param {{card: Laid, suit: number}[][]} sets @returns {Meld[] | null} */
  const sorted = (place, sets) => {
    if (place === cards.length) return sets.every(isFine) ? sets.map((set) => set.map(({ card }) => card)) : null;
    for (let turn = 0; turn < sets.length; turn++) {
      // They are filled in turn, so that none is left short.
      const chosen = (place + turn) % sets.length;
      if (sets[chosen].length === MOST || sets[chosen].some(({ suit }) => suit === cards[place].suit)) continue;
      const melds = sorted(
        place + 1,
        sets.map((set, index) => (index === chosen ? [...set, cards[place]] : set)),
      );
      if (melds !== null) return melds;
    }
    return null;
  };
  const ofOneSuit = Math.max(...bySuit.map((own) => own.length));
  for (const count of setCounts(cards.length, ofOneSuit, cards.length)) {
    const melds = sorted(0, Array(count).fill([]));
    if (melds !== null) return melds;
  }
  throw new Error(`no sets: ${cards.map(({ card }) => card).join(' ')}`);
}
