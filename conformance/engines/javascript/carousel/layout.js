// @ts-check
import { isJoker } from './cards.js';
import { FEWEST } from './melds.js';
import { setsOf } from './sets.js';
import { RANKS, SUITS } from './suits.js';
/** @typedef {import('./cards.js').Laid} Laid @typedef {import('./cards.js').Meld} Meld */
/** @typedef {import('./suits.js').Use} Use */

/** Takes groups of some sizes off a list. @param {Laid[]} cards @param {number[]} sizes */
function parted(cards, sizes) {
  let from = 0;
  return sizes.map((size) => cards.slice(from, (from += size)));
}

/**
 * Lets the open runs of a suit go on with the cards of a rank, as the search has counted it.
 * @param {Meld[]} runs @param {Laid[]} plain @param {Laid[]} jokers @param {number[]} helped
 * @param {boolean} needNatural
 */
function continued(runs, plain, jokers, helped, needNatural) {
  const isBare = (/** @type {Meld} */ run) => needNatural && run.every(isJoker);
  const plainLeft = [...plain];
  const jokersLeft = [...jokers];
  const stillHelped = [...helped];
  const open = runs.filter(isBare).map((run) => {
    const isHelped = stillHelped[Math.min(run.length, FEWEST) - 1]-- > 0;
    return [...run, /** @type {Laid} */ ((isHelped ? plainLeft : jokersLeft).shift())];
  });
  // The short ones must go on, and what is left begins new runs, natural cards above all.
  const left = [...jokersLeft, ...plainLeft];
  const others = runs.filter((run) => !isBare(run)).sort((one, other) => Math.min(one.length, FEWEST) - Math.min(other.length, FEWEST));
  const going = others.slice(0, left.length).map((run, place) => [...run, left[place]]);
  return {
    open: [...open, ...going, ...left.slice(others.length).map((card) => [card])],
    ended: others.slice(left.length),
  };
}

/** A run from ace to ace in two parts. @param {Meld} run @param {boolean} needNatural @returns {Meld[]} */
function halves(run, needNatural) {
  for (let at = FEWEST; at <= run.length - FEWEST; at++) {
    const parts = [run.slice(0, at), run.slice(at)];
    if (!needNatural || parts.every((part) => !part.every(isJoker))) return parts;
  }
  throw new Error(`no two parts: ${run.join(' ')}`);
}

/**
 * The melds that a search has found.
 * @param {{uses: Use[], ends: number[][]}} found
 * @param {string[]} names in the order of the search
 * @param {{needNatural: boolean, bothEnds: boolean}} how whether no meld is of jokers alone, and whether a run
 *   may go from ace to ace
 * @returns {Meld[]}
 */
export function meldsOf({ uses, ends }, names, { needNatural, bothEnds }) {
  /** @type {Meld[]} */
  const melds = [];
  /** @type {Meld[][]} */
  const open = Array(SUITS).fill([]);
  /** @type {Laid[][][]} */
  const high = [];
  const goOn = (/** @type {number} */ suit, /** @type {Laid[]} */ plain, /** @type {Laid[]} */ jokers, /** @type {number[]} */ helped) => {
    const next = continued(open[suit], plain, jokers, helped, needNatural);
    open[suit] = next.open;
    melds.push(...next.ended);
  };
  /** @type {Laid[][]} */
  let ofRank = [];
  uses.forEach(({ choice: { offer, plain, jokers }, helped }, place) => {
    const suit = place % SUITS;
    const naturals = Array(offer.naturals).fill(names[place]);
    const named = Array(offer.jokers).fill(`*${names[place]}`);
    const [set, run, kept] = parted(needNatural ? naturals : [...naturals, ...named], [plain.set, plain.run, plain.high]);
    const [ownSet, ownRun, ownKept] = parted(needNatural ? named : [], [jokers.set, jokers.run, jokers.high]);
    if (place < SUITS) high.push([kept, ownKept]);
    goOn(suit, run, ownRun, helped);
    ofRank.push([...set, ...ownSet]);
    if (ofRank.length < SUITS) return;
    if (ofRank.flat().length > 0) melds.push(...setsOf(ofRank, needNatural));
    ofRank = [];
  });
  ends.forEach((helped, suit) => {
    goOn(suit, high[suit][0], high[suit][1], helped);
    melds.push(...open[suit]);
  });
  return melds.flatMap((meld) => (meld.length > RANKS && !bothEnds ? halves(meld, needNatural) : [meld]));
}
