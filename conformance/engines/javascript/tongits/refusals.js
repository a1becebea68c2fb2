// @ts-check
import { allMelded } from '../arrange.js';
import { height, holdsAll, sameCards, without } from '../cards.js';
import { failing, firstFailing } from '../conditions.js';
import { canMakeMeld, isFour, kindOf, meldsWithin } from '../melds.js';
import { toAct } from './match.js';
import { secretsIn } from './secrets.js';
import { isSagasa } from './settlement.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match */

/**
 * An action of a seat, with every list and flag filled in.
 * @typedef {{type: 'draw' | 'call_draw' | 'fold' | 'challenge'}
 *   | {type: 'take', with: Card[], meld: Card[]}
 *   | {type: 'expose', cards: Card[], face_down: boolean}
 *   | {type: 'lay_off', card: Card, meld: Card[]}
 *   | {type: 'discard', card: Card}
 *   | {type: 'call_tongits', discard: Card | null}} Action
 */

/**
 * The table meld that lies face up and holds exactly these cards.
 * @param {Match} match
 * @param {Card[]} cards
 */
export const meldNamed = ({ melds }, cards) =>
  melds.find((meld) => !meld.faceDown && sameCards(meld.cards, cards));

/** @param {Match} match @param {Seat} seat */
export const mayChallenge = (match, seat) =>
  match.opened[seat] ||
  (match.rules.challenge_eligibility === 'opened_or_concealed_secret' &&
    secretsIn(match.hands[seat], match).length > 0);

/**
 * Whether this is the turn in which the last stock card was drawn, and there is no tongits in it.
 * @param {Match} match
 */
const stockEndComesFirst = ({ rules, stock }) => stock.length === 0 && rules.tongit_vs_exhaustion === 'showdown';

/** @param {Match} match */
const noTongitsYet = ({ rules, dealersFirstTurn }) =>
  dealersFirstTurn && rules.dealer_first_turn_tongit === 'forbidden';

/**
 * What keeps a seat from tongits besides its cards.
 * @param {Match} match @param {Seat} seat @param {Card[]} staying the cards that stay in its hand
 */
const tongitsRefusals = (match, seat, staying) =>
  failing({
    'tongits-call.not-in-dealers-first-turn': noTongitsYet(match),
    'tongits-call.not-after-last-card': stockEndComesFirst(match),
    'tongits-call.opened-first': match.rules.tongit_requires_open === 'opening_needed' && !match.opened[seat],
    'tongits-call.needs-own-meld':
      match.rules.meld_needed_to_win === 'own_meld_needed' &&
      !match.melds.some(({ owner }) => owner === seat) &&
      !canMakeMeld(staying),
  });

/**
 * Whether the seat has tongits with its hand as it is, should nothing be left over.
 * @param {Match} match
 * @param {Seat} seat
 */
export const mayHaveTongits = (match, seat) => tongitsRefusals(match, seat, match.hands[seat]).length === 0;

/** Who acts, and in which phase. @param {Match} match @param {Seat} seat @param {Action} action */
function untimely(match, seat, action) {
  const { type } = action;
  const { rules, phase, dealersFirstTurn } = match;
  if (!toAct(match).includes(seat)) {
    return failing({
      'turn.to-act': true,
      'answering.challenge-needs-open': phase === 'respond' && type === 'challenge' && !mayChallenge(match, seat),
    });
  }
  const isAnswer = type === 'fold' || type === 'challenge';
  if (phase === 'respond') return failing({ 'answering.fold-or-challenge': !isAnswer });
  const takesCard = type === 'draw' || type === 'take';
  if (phase === 'play') {
    return failing({
      'answering.call-pending': isAnswer,
      'turn.dealer-first-turn-no-draw': takesCard && dealersFirstTurn,
      'drawing.exactly-one': takesCard && !dealersFirstTurn,
      'draw-call.before-drawing': type === 'call_draw' && rules.draw_call_window === 'turn_start_before_taking_card',
    });
  }
  // Nothing is discarded before a card is taken, so an early call names no discard.
  const callsEarly =
    action.type === 'call_tongits' && action.discard === null && rules.tongit_window === 'from_turn_start';
  return failing({
    'answering.call-pending': isAnswer,
    'drawing.mandatory': !isAnswer && !takesCard && type !== 'call_draw' && !callsEarly,
  });
}

/**
 * Whether the cards and melds that the action names are there.
 * @param {Match} match
 * @param {Seat} seat
 * @param {Action} action
 */
function missing(match, seat, action) {
  const hand = match.hands[seat];
  switch (action.type) {
    case 'expose':
      return failing({ 'turn.cards-in-hand': !holdsAll(hand, action.cards) });
    case 'take':
      return failing({
        'turn.cards-in-hand': !holdsAll(hand, action.with),
        'laying-off.table-only': action.meld.length > 0 && !meldNamed(match, action.meld),
      });
    case 'lay_off':
      return failing({
        'turn.cards-in-hand': !hand.includes(action.card),
        'laying-off.table-only': !meldNamed(match, action.meld),
      });
    case 'discard':
      return failing({ 'discarding.from-hand': !hand.includes(action.card) });
    case 'call_tongits':
      return failing({ 'discarding.from-hand': action.discard !== null && !hand.includes(action.discard) });
    default:
      return [];
  }
}

/** @param {Match} match @param {Seat} seat @param {Card} card */
const mustStay = ({ rules, hands, takenThisTurn }, seat, card) =>
  rules.discard_taken_card_back === 'forbidden' && card === takenThisTurn && hands[seat].length > 1;

/**
 * Without tongits in the first turn, a card has to stay after the discard.
 * @param {Match} match
 * @param {Seat} seat
 * @param {number} played
 */
const playsTooMuch = (match, seat, played) => noTongitsYet(match) && match.hands[seat].length - played < 2;

/** @param {Match} match @param {Seat} seat @param {Extract<Action, {type: 'expose'}>} action */
function exposeRefusals(match, seat, { cards, face_down }) {
  const { rules, dealersFirstTurn, opened, takenIntoHand } = match;
  return failing({
    'melds.two-kinds': kindOf(cards) === null,
    'turn.dealer-first-turn-discards-only': dealersFirstTurn && rules.dealer_first_turn_melds === 'discard_only',
    'tongits-call.not-in-dealers-first-turn': playsTooMuch(match, seat, cards.length),
    'exposing.face-down-only-fours': face_down && !isFour(cards),
    'exposing.face-down-not-available': face_down && rules.secret_facedown_allowed === 'not_available',
    'exposing.dealer-first-turn-no-face-down':
      face_down && dealersFirstTurn && rules.dealer_first_turn_secret === 'forbidden',
    'exposing.face-down-only-to-open': face_down && opened[seat] && rules.secret_when_already_opened === 'only_to_open',
    'exposing.face-down-not-with-discard':
      face_down && rules.secret_with_discard_card === 'never' && cards.some((card) => takenIntoHand.includes(card)),
  });
}

/** A take into a new meld. @param {Match} match @param {Seat} seat @param {Card[]} cards */
function newMeldRefusals({ rules, discard, hands }, seat, cards) {
  const meld = [...discard.slice(-1), ...cards];
  const isMeld = discard.length > 0 && kindOf(meld) !== null;
  const growsBy = (/** @type {Card} */ card) => !cards.includes(card) && kindOf([...meld, card]) !== null;
  return failing({
    'drawing.discard-needs-meld': !isMeld,
    'drawing.discard-two-from-hand': cards.length < 2,
    'drawing.discard-hand-part-no-meld':
      rules.discard_extends_concealed_meld === 'hand_part_must_not_already_be_a_meld' && kindOf(cards) !== null,
    'drawing.discard-exactly-three': rules.discard_meld_size === 'exactly_three' && cards.length !== 2,
    'drawing.discard-longest-meld':
      rules.discard_meld_size === 'maximal_forced' && isMeld && hands[seat].some(growsBy),
  });
}

/** A take into the hand. @param {Match} match @param {Seat} seat */
function keptDiscardRefusals({ discard, hands }, seat) {
  const [top] = discard.slice(-1);
  const makesMeld =
    top !== undefined &&
    meldsWithin([...hands[seat], top]).some((meld) => meld.length === 3 && meld.includes(top));
  return failing({ 'drawing.discard-kept-needs-meld': !makesMeld });
}

/** A take onto a meld of the table. @param {Match} match @param {Seat} seat @param {Card[]} cards */
function extensionRefusals(match, seat, cards) {
  const { rules, discard } = match;
  if (rules.discard_take_requirement === 'new_meld_only') return ['drawing.discard-not-for-layoff'];
  const ownOnly = rules.discard_take_requirement === 'new_meld_or_extend_own_table_meld';
  return failing({
    'drawing.discard-only-onto-own-melds': ownOnly && meldNamed(match, cards)?.owner !== seat,
    'drawing.discard-onto-fitting-meld': discard.length === 0 || kindOf([...cards, ...discard.slice(-1)]) === null,
  });
}

/** @param {Match} match @param {Seat} seat @param {Extract<Action, {type: 'take'}>} action */
function takeRefusals(match, seat, action) {
  if (action.meld.length > 0) {
    return [
      ...extensionRefusals(match, seat, action.meld),
      ...failing({ 'drawing.discard-new-meld': action.with.length > 0 }),
    ];
  }
  const mayKeep = match.rules.discard_meld_exposure === 'may_keep_in_hand';
  return action.with.length === 0 && mayKeep
    ? keptDiscardRefusals(match, seat)
    : newMeldRefusals(match, seat, action.with);
}

/** @param {Match} match @param {Seat} seat @param {Extract<Action, {type: 'lay_off'}>} action */
function layOffRefusals(match, seat, { card, meld: cards }) {
  const { rules, opened, turn, dealersFirstTurn } = match;
  const meld = /** @type {import('./settlement.js').Meld} */ (meldNamed(match, cards));
  const kind = kindOf(cards);
  const fits = kindOf([...cards, card]) !== null;
  const goesOnTop = height(card) > Math.max(...cards.map(height));
  return failing({
    'turn.dealer-first-turn-no-layoff': dealersFirstTurn && rules.dealer_first_turn_layoff === 'forbidden',
    'laying-off.set-fourth': kind === 'set' && !fits,
    'laying-off.run-continuation': kind === 'run' && !fits,
    'laying-off.high-end-only': rules.layoff_run_end === 'high_end_only' && kind === 'run' && !goesOnTop,
    'laying-off.opponents-melds-only': rules.layoff_own_melds === 'opponents_only' && meld.owner === seat,
    'laying-off.not-in-same-turn':
      rules.layoff_target_same_turn === 'only_melds_from_earlier_turns' &&
      meld.owner === seat &&
      meld.laidInTurn === turn,
    'laying-off.needs-open': rules.layoff_before_open === 'requires_open' && !opened[seat],
    'tongits-call.not-in-dealers-first-turn': playsTooMuch(match, seat, 1),
  });
}

/** @param {Match} match @param {Seat} seat @param {Extract<Action, {type: 'discard'}>} action */
const discardRefusals = (match, seat, { card }) =>
  failing({
    'discarding.taken-card-stays': mustStay(match, seat, card),
    'tongits-call.emptying-needs-call':
      match.rules.empty_hand_policy === 'emptying_requires_call' &&
      match.rules.tongit_trigger === 'declared' &&
      match.hands[seat].length === 1 &&
      mayHaveTongits(match, seat),
  });

/** @param {Match} match @param {Seat} seat @param {Extract<Action, {type: 'call_tongits'}>} action */
function callTongitsRefusals(match, seat, { discard }) {
  const { rules } = match;
  const staying = without(match.hands[seat], discard === null ? [] : [discard]);
  return [
    ...failing({
      'tongits-call.happens-by-itself':
        (rules.tongit_trigger === 'automatic_when_hand_empty' && staying.length > 0) ||
        (rules.tongit_trigger === 'automatic_when_coverable' && discard === null),
      'tongits-call.all-cards-used': !allMelded(staying),
      'tongits-call.played-out':
        rules.tongit_trigger === 'declared' && rules.tongit_concealed === 'must_play_out' && staying.length > 0,
      'discarding.taken-card-stays': discard !== null && mustStay(match, seat, discard),
    }),
    ...tongitsRefusals(match, seat, staying),
  ];
}

/**
 * Whether a seat has laid something that entitles it to call. Each piece is looked at by itself: one that
 * does not entitle takes nothing away from another.
 * @param {Match} match @param {Seat} seat
 */
function isEntitledToCall({ rules, melds }, seat) {
  const needsFaceUp = rules.draw_call_open_requirement === 'face_up_meld_required';
  const sagasasBar = rules.sagasa_blocks_call === 'sagasa_holder_may_not_call';
  const layOffsEntitle = rules.layoff_opens_hand === 'layoffs_open_too' && !needsFaceUp;
  return melds.some((meld) =>
    meld.owner === seat
      ? !(needsFaceUp && meld.faceDown) && !(sagasasBar && isSagasa(meld, rules))
      : meld.laidOff.some(({ by, asMeld }) => by === seat && (asMeld || layOffsEntitle)),
  );
}

/** @param {Match} match @param {Seat} seat */
function callDrawRefusals(match, seat) {
  const { rules, opened, blockedByOpponent, laidOffOnOwn } = match;
  return failing({
    'draw-call.opened': !opened[seat],
    'draw-call.special-does-not-suffice': opened[seat] && !isEntitledToCall(match, seat),
    'draw-call.opponent-layoff': blockedByOpponent[seat],
    'draw-call.own-layoff': rules.draw_block_own_layoff === 'blocks_next_turn' && laidOffOnOwn[seat],
  });
}

/**
 * The rule's own conditions.
 * @param {Match} match
 * @param {Seat} seat
 * @param {Action} action
 * @returns {string[]}
 */
function forbidden(match, seat, action) {
  switch (action.type) {
    case 'expose':
      return exposeRefusals(match, seat, action);
    case 'take':
      return takeRefusals(match, seat, action);
    case 'lay_off':
      return layOffRefusals(match, seat, action);
    case 'discard':
      return discardRefusals(match, seat, action);
    case 'call_tongits':
      return callTongitsRefusals(match, seat, action);
    case 'call_draw':
      return callDrawRefusals(match, seat);
    case 'challenge':
      return failing({ 'answering.challenge-needs-open': !mayChallenge(match, seat) });
    default:
      return [];
  }
}

/**
 * All clauses that refuse an action in the first stage in which one does; none where it is accepted.
 * @param {Match} match @param {Seat} seat @param {Action} action @returns {string[]}
 */
export const refusals = (match, seat, action) => firstFailing([untimely, missing, forbidden], match, seat, action);
