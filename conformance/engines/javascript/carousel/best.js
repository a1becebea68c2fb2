// @ts-check
import { PACK, without } from '../cards.js';
import { JOKER, bare, isJoker, nameOf, points, tally, totalPoints } from './cards.js';
import { bondsOf, naturalsOf } from './jokers.js';
import { meldsOf } from './layout.js';
import { FEWEST, kindByNames } from './melds.js';
import { findBest } from './search.js';
/** @typedef {import('./cards.js').Card} Card @typedef {import('./cards.js').Table} Table */
/** @typedef {import('../rules.js').Rules} Rules */

/**
 * A table on which some cards of a hand could be played.
 * @typedef {{rules: Rules, packs: number, table: Table, hand: Card[]}} Position
 */

/** What a card is worth by each measure. */
const WORTH = {
  cards: () => 1,
  points,
  /** As many cards as can be, and as many points as these can have. @param {Card} card */
  cards_then_points: (card) => 10000 + points(card),
};

/** @param {Map<string, number>} counts @param {string} name */
const of = (counts, name) => counts.get(name) ?? 0;

/**
 * The rearrangement that plays the most of a hand; null where nothing can be played.
 * @param {Position} position
 * @param {keyof typeof WORTH} measure
 * @returns {{cards: Card[], points: number, table: Table} | null}
 */
export function bestPlay({ rules, packs, table, hand }, measure) {
  const worth = WORTH[measure];
  const held = tally(hand);
  const lying = naturalsOf(table);
  const bonds = bondsOf(rules, packs, table);
  const fewestJokers = table.flat().filter(isJoker).length;
  const mostJokers = fewestJokers + of(held, JOKER);
  const needNatural = rules.all_joker_meld === 'one_natural_needed' && mostJokers >= FEWEST;

  /** @param {string} name @returns {import('./search.js').Offer[]} */
  const offersOf = (name) => {
    const offers = [];
    for (let played = 0; played <= of(held, name); played++) {
      const naturals = of(lying, name) + played;
      for (let jokers = bonds.kept(name, naturals); jokers <= mostJokers; jokers++) {
        if (jokers > 0 && !bonds.mayStand(name, naturals, jokers)) continue;
        offers.push({ naturals, jokers, value: played * worth(name) });
      }
    }
    return offers;
  };

  /** @param {string} name @returns {import('./search.js').Usual} */
  const usualOf = (name) => {
    const jokers = table.flat().filter((card) => isJoker(card) && nameOf(card) === name).length;
    const sets = table.filter((meld) => kindByNames(rules, meld) === 'set');
    return { jokers, set: sets.flat().filter((card) => nameOf(card) === name).length };
  };

  const found = findBest({
    offers: PACK.map(offersOf),
    usual: PACK.map(usualOf),
    fewestJokers,
    mostJokers,
    jokerValue: worth(JOKER),
    needNatural,
  });
  if (found === null) return null;
  const melds = meldsOf(found, PACK, { needNatural, bothEnds: rules.ace_both_ends === 'both_ends' });
  const cards = without(melds.flat().map(bare), table.flat().map(bare));
  return { cards, points: totalPoints(cards), table: melds };
}
