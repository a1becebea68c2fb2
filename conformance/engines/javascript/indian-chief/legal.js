// @ts-check
import { choicesOf } from '../cards.js';
import { seatsOf } from '../table.js';
import { declaredUnder } from './declarations.js';
import { toAct } from './match.js';
import { BOXES, boxOf } from './melds.js';
import { pairsOf } from './poker.js';
import { refusals } from './refusals.js';
import { targetsOf } from './thieves.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./refusals.js').Action} Action */

/** The different pairs of some cards. @param {Card[]} sorted */
const differentPairs = (sorted) => [...new Map(pairsOf(sorted).map((pair) => [pair.join(''), pair])).values()];

/** Every choice of a seat that could make sense. @param {Match} match @param {Seat} seat @returns {Action[]} */
function imaginable({ rules, players, hands }, seat) {
  const asked = declaredUnder(rules);
  const plain = { type: /** @type {const} */ ('choose'), suit: null, baccarat: [], opponent: null };
  return choicesOf([...hands[seat]].sort(), BOXES.length).flatMap((/** @type {Card[]} */ cards) => {
    const box = boxOf(cards);
    if (box === 'doctor' && asked.suit) return [...'CDHS'].map((suit) => ({ ...plain, cards, suit }));
    if (box === 'indian_chief' && asked.baccarat) {
      return differentPairs(cards).map((baccarat) => ({ ...plain, cards, baccarat }));
    }
    if (box === 'beggar_man' && asked.opponent) {
      return seatsOf(players).map((opponent) => ({ ...plain, cards, opponent }));
    }
    return [{ ...plain, cards }];
  });
}

/**
 * The choices of a seat are the same until it gets other cards or fills another box.
 * @type {WeakMap<Card[], {sheet: object, choices: Action[]}>}
 */
const known = new WeakMap();

/** Every choice of a seat that would be accepted. @param {Match} match @param {Seat} seat @returns {Action[]} */
function acceptedChoices(match, seat) {
  const hand = match.hands[seat];
  const sheet = match.sheets[seat];
  const found = known.get(hand);
  if (found !== undefined && found.sheet === sheet) return found.choices;
  const choices = imaginable(match, seat).filter((action) => refusals(match, seat, action).length === 0);
  known.set(hand, { sheet, choices });
  return choices;
}

/**
 * Every action that would be accepted from a seat.
 * @param {Match} match
 * @param {Seat} seat
 * @returns {Action[]}
 */
export function legalActions(match, seat) {
  if (!toAct(match).includes(seat)) return [];
  if (match.phase === 'choose') return acceptedChoices(match, seat);
  return [...targetsOf(match, seat), { seat: null, card: null }].map((claim) => ({
    type: /** @type {const} */ ('claim'),
    ...claim,
  }));
}

/** What the seats may do now. @param {Match} match */
export const openTo = (match) =>
  toAct(match).flatMap((seat) => legalActions(match, seat).map((action) => ({ seat, action })));
