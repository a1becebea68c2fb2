// @ts-check
import { height, holdsAll, isCard } from '../cards.js';
import { failing } from '../conditions.js';
import { SIZES } from '../sizes.js';
import { seatsOf } from '../table.js';
import { clearTable, isMatchOver } from './match.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./match.js').Cut} Cut */

/** Whether a hand is over that nobody won; who deals after it is a question of its own. @param {Match} match */
const isAfterVoidHand = ({ phase, result }) => phase === 'over' && result.winner === null;

/** The cut that is to be made now. @param {Match} match @returns {Cut | null} */
export function cutDue(match) {
  if (match.phase === 'cut') return match.cut;
  const recut = match.phase === 'over' && match.rules.next_dealer === 'recut';
  return recut && !isMatchOver(match) && !isAfterVoidHand(match) ? { seats: seatsOf(match.players), drawn: [] } : null;
}

/** Who deals the hand that is to begin. @param {Match} match @returns {Seat} */
export function nextDealer(match) {
  const { rules, phase, players, result } = match;
  const dealer = /** @type {Seat} */ (match.dealer);
  const next = (dealer + 1) % players;
  if (phase === 'deal') return dealer;
  if (isAfterVoidHand(match)) return rules.void_hand_dealer === 'redeal_same' ? dealer : next;
  if (rules.next_dealer === 'same') return dealer;
  return rules.next_dealer === 'winner' ? result.winner : next;
}

/** Why cards cannot be cut so. @param {Match} match @param {(Card | null)[]} cards by seat */
export function cutRefusals(match, cards) {
  const cut = cutDue(match);
  if (cut === null) return ['dealer.cut-due'];
  const drawn = cards.filter(isCard);
  const staysOut = match.rules.cut_replacement === 'without_return';
  return failing({
    'dealer.cut-cards':
      cards.length !== match.players ||
      cards.some((card, seat) => (card !== null) !== cut.seats.includes(seat)) ||
      !holdsAll(SIZES.rummy.pack, drawn) ||
      (staysOut && drawn.some((card) => cut.drawn.includes(card))),
  });
}

/** @param {Match} match @param {(Card | null)[]} cards by seat @returns {Match} */
export function performCut(match, cards) {
  const { drawn } = /** @type {Cut} */ (cutDue(match));
  const drawnNow = cards.filter(isCard);
  const highest = Math.max(...drawnNow.map(height));
  const tied = cards.flatMap((card, seat) => (card !== null && height(card) === highest ? [seat] : []));
  const cleared = { ...match, ...clearTable(match.players) };
  if (tied.length > 1) {
    const out = [...drawn, ...drawnNow];
    const isSpent = SIZES.rummy.pack.length - out.length < tied.length;
    const cut = { seats: tied, drawn: isSpent ? [] : out };
    return { ...cleared, phase: 'cut', dealer: null, cut };
  }
  const [dealer] = tied;
  return { ...cleared, phase: 'deal', dealer, cut: null };
}
