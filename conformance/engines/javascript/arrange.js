// @ts-check
import { points } from './cards.js';
import { meldsWithin } from './melds.js';
/** @typedef {import('./cards.js').Card} Card */

/**
 * Goes through all ways of dividing cards into melds that share no card and a rest, and folds them.
 * The lowest card still there is either left over or in a meld, so each way is met once; what
 * follows for the other cards depends on them alone and is kept.
 * @template Answer
 * @param {Card[]} cards
 * @param {Answer} nothing the answer for no cards
 * @param {(card: Card, rest: Answer) => Answer} leftOver
 * @param {(meld: Card[], rest: Answer) => Answer} melded
 * @param {(answers: Answer[]) => Answer} choose
 * @returns {Answer}
 */
export function overArrangements(cards, nothing, leftOver, melded, choose) {
  const bitOf = new Map(cards.map((card, place) => [card, 1 << place]));
  const melds = meldsWithin(cards).map((meld) => ({
    meld,
    bits: meld.reduce((bits, card) => bits | (bitOf.get(card) ?? 0), 0),
  }));
  const known = new Map([[0, nothing]]);
  /** @param {number} there @returns {Answer} */
  const answer = (there) => {
    const found = known.get(there);
    if (found !== undefined) return found;
    const lowest = there & -there;
    const usable = melds.filter(({ bits }) => bits & lowest && (bits & there) === bits);
    const chosen = choose([
      leftOver(cards[31 - Math.clz32(lowest)], answer(there ^ lowest)),
      ...usable.map(({ meld, bits }) => melded(meld, answer(there ^ bits))),
    ]);
    known.set(there, chosen);
    return chosen;
  };
  return answer(2 ** cards.length - 1);
}

/** The fewest points that can stay unmatched. @param {Card[]} cards @returns {number} */
export const leastUnmatched = (cards) =>
  overArrangements(
    cards,
    0,
    (card, rest) => points(card) + rest,
    (_, rest) => rest,
    (answers) => Math.min(...answers),
  );

/** Whether the cards divide into melds with none left over. @param {Card[]} cards */
export const allMelded = (cards) => leastUnmatched(cards) === 0;
