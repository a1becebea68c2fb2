// @ts-check
import { without, withSeat } from '../cards.js';
import { finish, freshHand, handOf, isFinalTurn, nextDealer, nextHandNumber } from './match.js';
import { isGoingOut } from './out.js';
import { hasRunOutAtOnce, hasRunOutBeforeTurn, runOut, withNewStock } from './stock.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./refusals.js').Action} Action */

/** @param {Match} match @returns {Match} */
function beginTurn(match) {
  const begun = { ...match, phase: /** @type {const} */ ('draw'), afterReshuffle: null };
  return hasRunOutBeforeTurn(begun) ? runOut(begun, 'turn') : begun;
}

/** Who has the next turn. @param {Match} match @returns {Seat} */
const nextSeat = ({ acting, players }) => (acting + 1) % players;

/** @param {Match} match @returns {Match} */
const endTurn = (match) =>
  nextSeat(match) === match.out ? finish(match) : beginTurn({ ...match, acting: nextSeat(match), taken: null });

/**
 * The match after chance has dealt.
 * @param {Match} match @param {{hands: Card[][], upcard: Card, stock: Card[]}} dealt @returns {Match}
 */
export function performDeal(match, { hands, upcard, stock }) {
  const dealer = nextDealer(match);
  return beginTurn({
    ...match,
    ...freshHand,
    dealer,
    handNumber: nextHandNumber(match),
    hands,
    stock,
    discard: [upcard],
    acting: (dealer + 1) % match.players,
  });
}

/** Whether the turn is over with the card that is drawn or taken. @param {Match} match */
const endsWithCard = (match) => isFinalTurn(match) && match.rules.final_turn_scope === 'draw_only';

/** The seat has its card. @param {Match} match @param {Card} card @returns {Match} */
const withCard = (match, card) => ({
  ...match,
  phase: 'discard',
  afterReshuffle: null,
  hands: withSeat(match.hands, match.acting, [...handOf(match), card]),
});

/** @param {Match} match @returns {Match} */
const toDiscard = (match) => ({ ...match, phase: 'discard', afterReshuffle: null });

/** @param {Match} match @returns {Match} */
function draw(match) {
  if (match.stock.length === 0) return runOut(match, 'draw');
  const [card, ...stock] = match.stock;
  const drawn = { ...withCard(match, card), stock };
  const ends = endsWithCard(match);
  if (!hasRunOutAtOnce(drawn)) return ends ? endTurn(drawn) : drawn;
  return runOut(drawn, ends ? 'next' : 'discard');
}

/** @param {Match} match @returns {Match} */
function take(match) {
  const [card] = match.discard.slice(-1);
  const taken = { ...withCard(match, card), discard: match.discard.slice(0, -1), taken: card };
  return endsWithCard(match) ? endTurn(taken) : taken;
}

const AFTER_RESHUFFLE = { draw, turn: beginTurn, discard: toDiscard, next: endTurn };

/** The match after chance has made a new stock. @param {Match} match @param {Card[]} stock @returns {Match} */
export function performReshuffle(match, stock) {
  const goOn = AFTER_RESHUFFLE[/** @type {NonNullable<Match['afterReshuffle']>} */ (match.afterReshuffle)];
  return goOn(withNewStock(match, stock));
}

/** @param {Match} match @param {Card} card @returns {Match} */
const thrown = (match, card) => ({
  ...match,
  hands: withSeat(match.hands, match.acting, without(handOf(match), [card])),
  discard: [...match.discard, card],
});

/**
 * The match after an accepted action of the seat whose turn it is.
 * @param {Match} match @param {Seat} _seat @param {Action} action @returns {Match}
 */
export function perform(match, _seat, action) {
  const asOut = { ...match, out: match.acting };
  switch (action.type) {
    case 'draw':
      return draw(match);
    case 'take':
      return take(match);
    case 'discard':
      return endTurn(thrown(isGoingOut(match, action.card) ? asOut : match, action.card));
    case 'go_out':
      return endTurn(action.discard === null ? asOut : thrown(asOut, action.discard));
    default:
      return endTurn(match);
  }
}
