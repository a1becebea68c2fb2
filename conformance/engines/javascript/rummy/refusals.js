// @ts-check
import { holdsAll } from '../cards.js';
import { failing, firstFailing } from '../conditions.js';
import { take } from './actions.js';
import { cardsRefusals } from './deal.js';
import { cutDue } from './dealer.js';
import { lookAhead } from './lookahead.js';
import { isMatchOver, toAct } from './match.js';
import { isNothingToDraw } from './stock.js';
import { handOf, isBanned, isBarredFromRummy, lay, layingRefusals, mayGoOut, meldNamed } from './turn.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./lookahead.js').LookAhead} LookAhead */
/** @typedef {import('./turn.js').Laying} Laying */

/** An action of a seat. @typedef {{type: 'draw' | 'take'} | {type: 'discard', card: Card} | Laying} Action */

/**
 * Why chance cannot deal these cards now.
 * @param {Match} match @param {{hands: Card[][], upcard: Card, stock: Card[]}} dealt
 */
export function dealRefusals(match, dealt) {
  const untimelyDeal = failing({
    'match.over': isMatchOver(match),
    'dealer.cut-due': cutDue(match) !== null,
    'deal.between-hands': !['cut', 'deal', 'over'].includes(match.phase),
  });
  return untimelyDeal.length > 0 ? untimelyDeal : cardsRefusals(match.players, dealt);
}

/** Who acts, and in which phase. @param {Match} match @param {Seat} seat @param {Action} action */
function untimely(match, seat, { type }) {
  if (!toAct(match).includes(seat)) return ['turn.to-act'];
  const drawsCard = type === 'draw' || type === 'take';
  return failing({
    'draw.first-action': match.phase === 'draw' && !drawsCard,
    'draw.one-card': match.phase === 'play' && drawsCard,
  });
}

/** Whether what the action names is there. @param {Match} match @param {Seat} _seat @param {Action} action */
function missing(match, _seat, action) {
  const hand = handOf(match);
  switch (action.type) {
    case 'draw':
      return failing({ 'stock.nothing-to-draw': isNothingToDraw(match) });
    case 'take':
      return failing({ 'draw.pile-empty': match.discard.length === 0 });
    case 'meld':
      return failing({ 'meld.from-hand': !holdsAll(hand, action.cards) });
    case 'lay_off':
      return failing({
        'layoff.from-hand': !hand.includes(action.card),
        'layoff.table-only': !meldNamed(match, action.meld),
      });
    default:
      return failing({ 'discard.from-hand': !hand.includes(action.card) });
  }
}

/**
 * Whether the duty to meld leads to a turn without an end: only the taken card would be left.
 * @param {Match} match @param {LookAhead} ahead
 */
const isStranded = (match, ahead) =>
  match.rules.meld_compulsion !== 'optional' && match.rules.only_taken_card_left === 'prevent' && !ahead.canEnd(match);

/** Whether the seat may discard the card it took after all. @param {Match} match @param {LookAhead} ahead */
const isBanWaived = (match, ahead) =>
  match.rules.compulsion_vs_dead_state === 'waive_ban' && isStranded(match, ahead);

/** @param {Match} match */
const isLimited = ({ rules }) => rules.melds_per_turn === 'one';

/** Whether a seat may lay several melds in a turn in which it goes out. @param {Match} match */
function mayLaySeveral(match) {
  const { rules, acting, meldedBefore, laidOffBefore } = match;
  if (rules.one_meld_exception === 'any_going_out') return true;
  if (rules.one_meld_exception === 'goes_rummy') return !isBarredFromRummy(match);
  const layOffBars =
    rules.rummy_prior_layoff === 'disqualifies' && rules.exception_vs_disqualified === 'same_predicate';
  return !meldedBefore[acting] && !(layOffBars && laidOffBefore[acting]);
}

/**
 * The other conditions on the action itself.
 * @param {Match} match @param {Seat} _seat @param {Action} action @param {LookAhead} ahead
 */
function forbidden(match, _seat, action, ahead) {
  switch (action.type) {
    case 'meld':
      return [
        ...layingRefusals(match, action),
        ...failing({
          'meld.one-per-turn': isLimited(match) && match.meldsNow > 0 && !mayLaySeveral(match),
        }),
      ];
    case 'lay_off':
      return [
        ...layingRefusals(match, action),
        ...failing({ 'layoff.after-melding': ahead.comesTooSoon(match, action) }),
      ];
    case 'discard': {
      const isLast = handOf(match).length === 1;
      return failing({
        'discard.not-taken-card': isBanned(match, action.card) && !(isLast && isBanWaived(match, ahead)),
        'meld.one-per-turn': isLimited(match) && match.meldsNow > 1 && !(isLast && mayGoOut(match, true)),
        'meld.compulsory': ahead.owesMeld(match),
        'layoff.compulsory': ahead.owesLayOff(match),
      });
    }
    default:
      return [];
  }
}

/**
 * Whether a seat has to go out after a second meld, and would not.
 * @param {Match} after what the laying leads to
 * @param {LookAhead} ahead
 */
const breaksLimit = (after, ahead) => isLimited(after) && after.meldsNow > 1 && !ahead.canGoOut(after);

/** @param {Match} match @param {Laying} laying @param {LookAhead} ahead */
function layingLeadsTo(match, laying, ahead) {
  const after = lay(match, laying);
  return failing({
    'meld.one-per-turn': breaksLimit(after, ahead),
    'discard.only-taken-card-left':
      match.rules.only_taken_card_left === 'prevent' && !ahead.canEnd(after) && !isBanWaived(match, ahead),
    'meld.compulsory': ahead.fallsShort(match, laying),
  });
}

/**
 * What is wrong with what the action would lead to.
 * @param {Match} match @param {Seat} _seat @param {Action} action @param {LookAhead} ahead
 */
function leadingAstray(match, _seat, action, ahead) {
  switch (action.type) {
    case 'take':
      return failing({
        'draw.would-strand':
          match.rules.compulsion_vs_dead_state === 'draw_illegal' && isStranded(take(match), ahead),
      });
    case 'meld':
    case 'lay_off':
      return layingLeadsTo(match, action, ahead);
    default:
      return [];
  }
}

/**
 * All clauses that refuse an action in the first stage in which one does; none where it is accepted.
 * @param {Match} match @param {Seat} seat @param {Action} action
 * @param {LookAhead} ahead what has been found out about this turn
 * @returns {string[]}
 */
export const refusals = (match, seat, action, ahead = lookAhead()) =>
  firstFailing([untimely, missing, forbidden, leadingAstray], match, seat, action, ahead);
