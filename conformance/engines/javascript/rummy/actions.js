// @ts-check
import { without, withSeat } from '../cards.js';
import { canMakeMeld } from '../melds.js';
import { nextDealer } from './dealer.js';
import { clearTable, finish, freshTurn } from './match.js';
import { endWithStock, hasRunOutAtOnce, hasRunOutBeforeTurn, runOut, withNewStock } from './stock.js';
import { handOf, hasGoneRummy, isStuck, lay } from './turn.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./refusals.js').Action} Action */

/** @param {Match} match @param {boolean[]} flags @param {boolean} flag of the seat whose turn it is */
const noted = ({ acting }, flags, flag) => withSeat(flags, acting, flags[acting] || flag);

/** Begins the turn of a seat, unless the stock has run out for it or both piles have. @param {Match} match @returns {Match} */
function beginTurn(match) {
  const begun = { ...match, phase: /** @type {const} */ ('draw'), afterReshuffle: null };
  if (hasRunOutBeforeTurn(begun)) return runOut(begun, 'turn', beginTurn);
  return begun.stock.length === 0 && begun.discard.length === 0 ? endWithStock(begun) : begun;
}

/** @param {Match} match @returns {Match} */
const endTurn = (match) =>
  beginTurn({
    ...match,
    acting: (match.acting + 1) % match.players,
    ...freshTurn,
    meldedBefore: noted(match, match.meldedBefore, match.meldsNow > 0),
    laidOffBefore: noted(match, match.laidOffBefore, match.laidOffNow),
    heldMeldBefore: noted(match, match.heldMeldBefore, match.holdsMeldNow),
  });

/**
 * The match after chance has dealt.
 * @param {Match} match @param {{hands: Card[][], upcard: Card, stock: Card[]}} dealt @returns {Match}
 */
export function performDeal(match, { hands, upcard, stock }) {
  const dealer = nextDealer(match);
  const cleared = { ...match, ...clearTable(match.players), dealer, cut: null, handNumber: match.handNumber + 1 };
  return beginTurn({ ...cleared, hands, stock, discard: [upcard], acting: (dealer + 1) % match.players });
}

/** The seat has its card. @param {Match} match @param {Card} card @returns {Match} */
function withCard(match, card) {
  const hand = [...handOf(match), card];
  return { ...match, phase: 'play', hands: withSeat(match.hands, match.acting, hand), holdsMeldNow: canMakeMeld(hand) };
}

/** @param {Match} match @returns {Match} */
const goOnPlaying = (match) => ({ ...match, phase: 'play', afterReshuffle: null });

/** @param {Match} match @returns {Match} */
function draw(match) {
  if (match.stock.length === 0) return runOut(match, 'draw', draw);
  const [card, ...stock] = match.stock;
  const drawn = { ...withCard(match, card), stock, afterReshuffle: null };
  return hasRunOutAtOnce(drawn) ? runOut(drawn, 'play', goOnPlaying) : drawn;
}

/** The match after the seat has taken the top discard. @param {Match} match @returns {Match} */
export function take(match) {
  const [card] = match.discard.slice(-1);
  return { ...withCard(match, card), discard: match.discard.slice(0, -1), taken: card };
}

const AFTER_RESHUFFLE = { draw, turn: beginTurn, play: goOnPlaying };

/** The match after chance has made a new stock. @param {Match} match @param {Card[]} stock @returns {Match} */
export function performReshuffle(match, stock) {
  const goOn = AFTER_RESHUFFLE[/** @type {import('./stock.js').GoingOn} */ (match.afterReshuffle)];
  return goOn(withNewStock(match, stock));
}

/** @param {Match} match @param {boolean} byDiscard @returns {Match} */
const goOut = (match, byDiscard) =>
  finish(match, { end: 'out', winner: match.acting, rummy: hasGoneRummy(match, byDiscard) });

/** @param {Match} match @param {import('./turn.js').Laying} laying @returns {Match} */
function layCards(match, laying) {
  const laid = lay(match, laying);
  if (handOf(laid).length === 0) return goOut(laid, false);
  return laid.rules.only_taken_card_left === 'keep' && isStuck(laid) ? endTurn(laid) : laid;
}

/** @param {Match} match @param {Card} card @returns {Match} */
function discard(match, card) {
  const hand = without(handOf(match), [card]);
  const left = { ...match, hands: withSeat(match.hands, match.acting, hand), discard: [...match.discard, card] };
  return hand.length === 0 ? goOut(left, true) : endTurn(left);
}

/**
 * The match after an accepted action of the seat whose turn it is.
 * @param {Match} match @param {Seat} _seat @param {Action} action @returns {Match}
 */
export function perform(match, _seat, action) {
  switch (action.type) {
    case 'draw':
      return draw(match);
    case 'take':
      return take(match);
    case 'discard':
      return discard(match, action.card);
    default:
      return layCards(match, action);
  }
}
