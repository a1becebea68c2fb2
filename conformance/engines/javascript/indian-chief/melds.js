// @ts-check
import { isAce, rankOf, suitOf, totalPoints } from '../cards.js';
import { SIZES } from '../sizes.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../rules.js').Rules} Rules */

/** The melds by their number of cards, from one on; each has a box of its name. */
export const BOXES = ['thief', 'beggar_man', 'poor_man', 'lawyer', 'rich_man', 'doctor', 'indian_chief'].slice(
  0,
  SIZES.indianChief.melds,
);

/** The box of so many cards; null where no meld has so many. @param {Card[]} cards */
export const boxOf = (cards) => BOXES[cards.length - 1] ?? null;

/** @param {Card[]} cards */
const isLawyer = (cards) => totalPoints(cards) === 25;

/** @param {Rules} rules @param {Card[]} cards */
function isDoctor({ doctor_ace_of_hearts: both, doctor_heart_count: count }, cards) {
  const hearts = cards.filter((card) => suitOf(card) === 'H');
  const wanted = both === 'two_cards' ? hearts.filter((card) => !isAce(card)) : hearts;
  return (
    new Set(cards.map(rankOf)).size === cards.length &&
    cards.some(isAce) &&
    wanted.length > 0 &&
    (count === 'at_least_one' || hearts.length === 1)
  );
}

/** Whether cards are not the meld that their number says. @param {Rules} rules @param {Card[]} cards */
export function hasFailed(rules, cards) {
  const box = boxOf(cards);
  return (box === 'lawyer' && !isLawyer(cards)) || (box === 'doctor' && !isDoctor(rules, cards));
}

/** The meld that cards are; null where they are none. @param {Rules} rules @param {Card[]} cards */
export const kindOf = (rules, cards) => (hasFailed(rules, cards) ? null : boxOf(cards));
