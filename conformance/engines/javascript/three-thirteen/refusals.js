// @ts-check
import { rankOf } from '../cards.js';
import { failing, firstFailing } from '../conditions.js';
import { crowdRefusals, deckRefusals, sizeRefusals } from './deal.js';
import { handOf, isFinalTurn, isMatchOver, nextHandNumber, toAct, wildOf } from './match.js';
import { countIn, isMelded } from './out.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./out.js').Count} Count */

/**
 * An action of a seat.
 * @typedef {{type: 'draw' | 'take' | 'keep'} | {type: 'discard', card: Card} | {type: 'go_out', discard: Card | null}}
 *   Action
 */

/**
 * Why chance cannot deal these cards now.
 * @param {Match} match @param {{hands: Card[][], upcard: Card, stock: Card[]}} dealt
 */
export function dealRefusals(match, { hands, upcard, stock }) {
  const untimelyDeal = failing({
    'match.over': isMatchOver(match),
    'deal.between-hands': match.phase !== 'deal' && match.phase !== 'over',
  });
  if (untimelyDeal.length > 0) return untimelyDeal;
  const cards = [...hands.flat(), upcard, ...stock];
  return [
    ...crowdRefusals(match.rules, match.players),
    ...deckRefusals(match.players, cards),
    ...sizeRefusals(match.players, nextHandNumber(match), hands),
  ];
}

/** Who acts, and in which phase. @param {Match} match @param {Seat} seat @param {Action} action */
function untimely(match, seat, { type }) {
  if (!toAct(match).includes(seat)) return ['turn.to-act'];
  const drawsCard = type === 'draw' || type === 'take';
  return failing({
    'draw.first-action': match.phase === 'draw' && !drawsCard,
    'draw.one-card': match.phase === 'discard' && drawsCard,
  });
}

/** Whether what the action names is there. @param {Match} match @param {Seat} _seat @param {Action} action */
function missing(match, _seat, action) {
  const isHeld = (/** @type {Card} */ card) => handOf(match).includes(card);
  switch (action.type) {
    case 'take':
      return failing({ 'draw.pile-empty': match.discard.length === 0 });
    case 'discard':
      return failing({ 'discard.from-hand': !isHeld(action.card) });
    case 'go_out':
      return failing({ 'discard.from-hand': action.discard !== null && !isHeld(action.discard) });
    default:
      return [];
  }
}

/**
 * Whether the card may not be thrown because one like it was taken in this turn.
 * @param {Match} match @param {Card | null} card
 */
const isBanned = (match, card) =>
  match.rules.discard_taken_card === 'banned' &&
  card !== null &&
  card === match.taken &&
  handOf(match).some((other) => other !== card);

/**
 * All other conditions.
 * @param {Match} match @param {Seat} _seat @param {Action} action @param {Count} count
 */
function forbidden(match, _seat, action, count) {
  const { rules, discard } = match;
  switch (action.type) {
    case 'take':
      return failing({
        'draw.wild-stays': rules.wild_from_pile === 'stays' && rankOf(discard[discard.length - 1]) === wildOf(match),
        'out.stock-only': rules.final_turn_scope === 'stock_only' && isFinalTurn(match),
      });
    case 'discard':
      return failing({ 'discard.not-taken-card': isBanned(match, action.card) });
    case 'go_out':
      return failing({
        'discard.not-taken-card': isBanned(match, action.discard),
        'out.with-discard': rules.out_discard_needed === 'discard_required' && action.discard === null,
        'out.condition': !isMelded(match, action.discard, count),
        'out.once': isFinalTurn(match),
      });
    case 'keep':
      return failing({ 'out.final-discard': rules.final_turn_discard === 'required' || !isFinalTurn(match) });
    default:
      return [];
  }
}

/**
 * All clauses that refuse an action in the first stage in which one does; none where it is accepted.
 * @param {Match} match @param {Seat} seat @param {Action} action
 * @param {Count} count what has been found out about hands
 * @returns {string[]}
 */
export const refusals = (match, seat, action, count = countIn(match)) =>
  firstFailing([untimely, missing, forbidden], match, seat, action, count);
