// @ts-check
import { sameCards, without, withSeat } from '../cards.js';
import { failing } from '../conditions.js';
import { kindOf, meldsWithin } from '../melds.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('./match.js').Match} Match */

/**
 * What takes cards from the hand of the seat whose turn it is to the table.
 * @typedef {{type: 'meld', cards: Card[]} | {type: 'lay_off', card: Card, meld: Card[]}} Laying
 */

/** The hand of the seat whose turn it is. @param {Match} match */
export const handOf = ({ hands, acting }) => hands[acting];

/** The table meld that holds exactly these cards. @param {Match} match @param {Card[]} cards */
export const meldNamed = ({ melds }, cards) => melds.find((meld) => sameCards(meld.cards, cards));

/** Whether the card may not be discarded because it was taken in this turn. @param {Match} match @param {Card} card */
export const isBanned = (match, card) =>
  card === match.taken && !(match.rules.only_taken_card_left === 'waive_ban' && handOf(match).length === 1);

/** Whether a last card has to stay for the discard. @param {Match} match @param {number} played */
const leavesNoDiscard = (match, played) =>
  match.rules.final_discard === 'required' && handOf(match).length <= played;

/** @param {Match} match @param {Card[]} cards */
const meldRefusals = (match, cards) =>
  failing({
    'meld.two-kinds-only': kindOf(cards) === null,
    'layoff.after-melding': match.rules.step_order === 'strict' && match.laidOffNow,
    'out.final-discard': leavesNoDiscard(match, cards.length),
  });

/** Whether the seat lacks the meld without which it may not lay off. @param {Match} match */
function lacksMeld({ rules, melds, acting, meldsNow }) {
  if (rules.layoff_prerequisite === 'own_meld_this_turn') return meldsNow === 0;
  return rules.layoff_prerequisite === 'own_meld_this_hand' && !melds.some(({ owner }) => owner === acting);
}

/** Whether these cards are a meld of the seat's own that it has laid in this turn. @param {Match} match @param {Card[]} cards */
const isFresh = (match, cards) => match.begunNow.some((card) => meldNamed(match, cards)?.cards.includes(card));

/** @param {Match} match @param {Card} card @param {Card[]} cards of the meld */
const layOffRefusals = (match, card, cards) =>
  failing({
    'layoff.extends-validly': kindOf([...cards, card]) === null,
    'layoff.opponents-only':
      match.rules.layoff_own === 'opponents_only' && meldNamed(match, cards)?.owner === match.acting,
    'layoff.earlier-melds':
      match.rules.layoff_own === 'own_too' &&
      match.rules.layoff_fresh_meld === 'earlier_turns_only' &&
      isFresh(match, cards),
    'layoff.prerequisite': lacksMeld(match),
    'out.final-discard': leavesNoDiscard(match, 1),
  });

/**
 * What the rules have against a meld or a lay-off, apart from what it would lead to.
 * @param {Match} match @param {Laying} laying
 */
export const layingRefusals = (match, laying) =>
  laying.type === 'meld' ? meldRefusals(match, laying.cards) : layOffRefusals(match, laying.card, laying.meld);

/** Whether what the seat whose turn it is has done so far keeps it from going rummy. @param {Match} match */
export const isBarredFromRummy = ({ rules, acting, laidOffNow, meldedBefore, laidOffBefore, heldMeldBefore }) =>
  meldedBefore[acting] ||
  (rules.rummy_prior_layoff === 'disqualifies' && laidOffBefore[acting]) ||
  (rules.rummy_same_turn_layoff === 'disqualifies' && laidOffNow) ||
  (rules.rummy_held_back === 'needed' && !heldMeldBefore[acting]);

/**
 * Whether the seat whose turn it is goes rummy when it runs out of cards now.
 * @param {Match} match @param {boolean} byDiscard
 */
export const hasGoneRummy = (match, byDiscard) =>
  !isBarredFromRummy(match) &&
  (match.rules.rummy_same_turn_layoff !== 'required' || match.laidOffNow) &&
  (match.rules.rummy_needs_discard === 'any_ending' || byDiscard) &&
  match.meldsNow >= match.rules.rummy_min_melds;

/**
 * Whether a seat that has laid several melds may run out of cards now.
 * @param {Match} match @param {boolean} byDiscard
 */
export const mayGoOut = (match, byDiscard) =>
  match.rules.one_meld_exception !== 'goes_rummy' || hasGoneRummy(match, byDiscard);

/** Every meld and every lay-off with cards that are there. @param {Match} match @returns {Laying[]} */
export const imaginableLayings = (match) => [
  ...meldsWithin(handOf(match)).map((cards) => ({ type: /** @type {const} */ ('meld'), cards })),
  ...handOf(match).flatMap((card) =>
    match.melds.map(({ cards }) => ({ type: /** @type {const} */ ('lay_off'), card, meld: cards })),
  ),
];

/** Those that the rules have nothing against, apart from what they would lead to. @param {Match} match */
export const layings = (match) =>
  imaginableLayings(match).filter((laying) => layingRefusals(match, laying).length === 0);

/** The cards that leave the hand. @param {Laying} laying */
export const laidCards = (laying) => (laying.type === 'meld' ? laying.cards : [laying.card]);

/**
 * The match with the cards on the table, whatever follows from that.
 * @param {Match} match @param {Laying} laying @returns {Match}
 */
export function lay(match, laying) {
  const left = { ...match, hands: withSeat(match.hands, match.acting, without(handOf(match), laidCards(laying))) };
  if (laying.type === 'meld') {
    const melds = [...match.melds, { owner: match.acting, cards: laying.cards }];
    return { ...left, melds, meldsNow: match.meldsNow + 1, begunNow: [...match.begunNow, laying.cards[0]] };
  }
  const target = meldNamed(match, laying.meld);
  const melds = match.melds.map((meld) =>
    meld === target ? { ...meld, cards: [...meld.cards, laying.card] } : meld,
  );
  return { ...left, melds, laidOffNow: true };
}

/** Whether the seat holds only a card that it can neither discard nor lay off. @param {Match} match */
export function isStuck(match) {
  const hand = handOf(match);
  return hand.length === 1 && isBanned(match, hand[0]) && layings(match).length === 0;
}
