// @ts-check
import { height, holdsAll, isAce, points, without } from '../cards.js';
import { seatsOf } from '../table.js';
import { fromLeft } from './match.js';
import { hasFailed } from './melds.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./match.js').Theft} Theft */

/** What all seats have shown in this turn. @param {Match} match */
const shownNow = ({ shown }) => shown[shown.length - 1];

const ORDER_KEYS = {
  rank_ace_low: height,
  rank_ace_high: (/** @type {Card} */ card) => (isAce(card) ? Infinity : height(card)),
  face_value: points,
};

/**
 * The Thieves of the turn, in the order in which they steal; those of a tie that claim together stand together.
 * @param {Match} match @returns {Seat[][]}
 */
export function thievesOf(match) {
  const keyOf = ORDER_KEYS[/** @type {keyof typeof ORDER_KEYS} */ (match.rules.thief_order_key)];
  const keys = shownNow(match).map((cards) => (cards.length === 1 ? keyOf(cards[0]) : null));
  const inOrder = [...new Set(keys.filter((key) => key !== null))].sort((left, right) => left - right);
  const tied = inOrder.map((key) => fromLeft(match).filter((seat) => keys[seat] === key));
  switch (match.rules.thief_tie_protocol) {
    case 'sequential':
      return tied.flat().map((seat) => [seat]);
    case 'never':
      return tied.filter((seats) => seats.length === 1);
    default:
      return tied;
  }
}

/** Whether the meld of a seat cannot be robbed. @param {Match} match @param {Seat} seat */
export const isSafe = (match, seat) =>
  match.rules.thief_target_class === 'valid_melds_only' && hasFailed(match.rules, shownNow(match)[seat]);

/**
 * What a Thief may claim, like cards of a seat once.
 * @param {Match} match @param {Seat} thief @returns {{seat: Seat, card: Card}[]}
 */
export const targetsOf = (match, thief) =>
  seatsOf(match.players)
    .filter((seat) => seat !== thief && !isSafe(match, seat))
    .flatMap((seat) => [...new Set(match.lying[seat])].map((card) => ({ seat, card })));

/**
 * Whether a claim clashes with others of the same tie.
 * @param {Match} match @param {Theft} claim @param {Theft[]} all
 */
function clashes({ rules, lying }, { seat, card }, all) {
  const alike = all.filter((other) => other.card === card);
  if (rules.thief_tie_identity === 'face') return alike.length > 1;
  const claimed = alike.filter((other) => other.seat === seat).map((other) => other.card);
  return !holdsAll(lying[seat], claimed);
}

/**
 * What those who have claimed together steal.
 * @param {Match} match @returns {Theft[]}
 */
function theftsOf(match) {
  const { rules, claiming, claims } = match;
  const all = [...claiming]
    .sort((left, right) => left - right)
    .flatMap((by) => {
      const { seat, card } = /** @type {import('./match.js').Claim} */ (claims[by]);
      return seat === null || card === null ? [] : [{ by, seat, card }];
    });
  const granted = all.filter((claim) => !clashes(match, claim, all));
  if (rules.thief_tie_partial === 'clashing_only') return granted;
  const isPrevented = rules.thief_tie_decline === 'prevents' && all.length < claiming.length;
  return granted.length < all.length || isPrevented ? [] : granted;
}

/** All who are asked have claimed, and each has its card, or not. @param {Match} match @returns {Match} */
export function steal(match) {
  const thefts = theftsOf(match);
  const taken = (/** @type {Seat} */ from) => thefts.filter(({ seat }) => seat === from).map(({ card }) => card);
  const gained = (/** @type {Seat} */ thief) => thefts.filter(({ by }) => by === thief).map(({ card }) => card);
  return {
    ...match,
    hands: match.hands.map((hand, seat) => [...hand, ...gained(seat)]),
    lying: match.lying.map((cards, seat) => without(cards, taken(seat))),
    stolen: [...match.stolen, ...thefts],
    claiming: [],
    claims: match.claims.map(() => null),
  };
}
