// @ts-check
import { sameCards } from '../cards.js';
import { failing } from '../conditions.js';
import { HAND_SIZE } from './deal.js';
import { fromLeft } from './match.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match */

/** For each card that the hands lack the seat that gets it, in their order. @param {Match} match @returns {Seat[]} */
function served(match) {
  const lacking = (/** @type {Seat} */ seat) => HAND_SIZE - match.hands[seat].length;
  const all = fromLeft(match);
  const inPackets = (/** @type {Seat[]} */ seats) => seats.flatMap((seat) => Array(lacking(seat)).fill(seat));
  switch (match.rules.shortage_last_served) {
    case 'singles_from_left':
      return Array.from({ length: HAND_SIZE }, (_, round) => all.filter((seat) => lacking(seat) > round)).flat();
    case 'dealer_first':
      return inPackets([...all.slice(-1), ...all.slice(0, -1)]);
    default:
      return inPackets(all);
  }
}

/** Whether the stub does not suffice to fill the hands up. @param {Match} match */
export const isShort = (match) => served(match).length > match.stock.length;

/** Fills all hands up from the top of the stub. @param {Match} match @returns {Match} */
export function fillUp(match) {
  const seats = served(match);
  const hands = match.hands.map((hand, seat) => [...hand, ...match.stock.filter((_, place) => seats[place] === seat)]);
  return { ...match, hands, stock: match.stock.slice(seats.length) };
}

/** The melds that a short stub gets. @param {Match} match */
const recycled = ({ aside, lying }) => [...aside, ...lying.flat()];

/** Whether the whole stub is made anew where it is short. @param {Match} match */
const isRestoredFirst = ({ rules }) => rules.stub_shortage === 'restore_first';

/** Why chance cannot make more of the stub so. @param {Match} match @param {Card[]} stock */
export function refillRefusals(match, stock) {
  if (match.phase !== 'refill') return ['refill.due'];
  const due = [...(isRestoredFirst(match) ? match.stock : []), ...recycled(match)];
  return failing({ 'refill.cards': !sameCards(due, stock) });
}

/**
 * The melds have come into the stub, and none lies there any more.
 * @param {Match} match @param {Card[]} stock @returns {Match}
 */
export const withMore = (match, stock) => ({
  ...match,
  stock: isRestoredFirst(match) ? stock : [...match.stock, ...stock],
  aside: [],
  lying: [],
});

/** Whether the melds of a turn lie aside for the next. @param {Match} match */
const liesAside = ({ rules }) => rules.restore_which === 'one_turn_lag';

/** Why chance cannot shuffle the stub of the next turn so. @param {Match} match @param {Card[]} stock */
export function reshuffleRefusals(match, stock) {
  if (match.phase !== 'reshuffle') return ['restore.due'];
  const due = [...match.stock, ...(liesAside(match) ? match.aside : match.lying.flat())];
  return failing({ 'restore.cards': !sameCards(due, stock) });
}

/** The melds are gathered, and the stub is shuffled. @param {Match} match @param {Card[]} stock @returns {Match} */
export const restored = (match, stock) => ({
  ...match,
  stock,
  aside: liesAside(match) ? match.lying.flat() : [],
});
