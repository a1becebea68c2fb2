// @ts-check
import { allMelded } from '../arrange.js';
import { without, withSeat } from '../cards.js';
import { deal, finish } from './match.js';
import { mayChallenge, mayHaveTongits, meldNamed } from './refusals.js';
import { nextSeat, seatsAfter } from './seats.js';
import { totalsOf } from './settlement.js';
import { outcomeOfDraw, outcomeOfStockEnd } from './showdown.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./refusals.js').Action} Action */
/** @typedef {import('./settlement.js').Meld} Meld @typedef {import('./settlement.js').LaidOff} LaidOff */

/** @param {Match} match @param {Seat} seat @param {Card[]} cards @returns {Match} */
const takeFromHand = (match, seat, cards) => ({
  ...match,
  hands: withSeat(match.hands, seat, without(match.hands[seat], cards)),
});

/** @param {Match} match @param {Seat} seat @param {Card} card @returns {Match} */
const addToHand = (match, seat, card) => ({
  ...match,
  hands: withSeat(match.hands, seat, [...match.hands[seat], card]),
});

/** @param {Match} match @param {Seat} seat @param {boolean} faceUp @returns {Match} */
const open = (match, seat, faceUp) => ({
  ...match,
  opened: withSeat(match.opened, seat, true),
  openedFaceUp: faceUp ? withSeat(match.openedFaceUp, seat, true) : match.openedFaceUp,
});

/**
 * @param {Match} match
 * @param {Seat} seat
 * @param {Card[]} cards
 * @param {{faceDown?: boolean, taken?: Card | null}} how
 * @returns {Match}
 */
const layMeld = (match, seat, cards, { faceDown = false, taken = null }) =>
  open(
    {
      ...match,
      melds: [...match.melds, { owner: seat, cards, faceDown, laidInTurn: match.turn, taken, laidOff: [] }],
    },
    seat,
    !faceDown,
  );

/** @param {Match} match @param {Card[]} name @param {LaidOff} added @returns {Match} */
function addToMeld(match, name, added) {
  const meld = /** @type {Meld} */ (meldNamed(match, name));
  const longer = { ...meld, cards: [...meld.cards, added.card], laidOff: [...meld.laidOff, added] };
  const grown = { ...match, melds: match.melds.map((other) => (other === meld ? longer : other)) };
  const { rules, turn } = match;
  if (added.asMeld) return open(grown, added.by, true);
  const opened = rules.layoff_opens_hand === 'layoffs_open_too' ? open(grown, added.by, true) : grown;
  if (meld.owner !== added.by) {
    return { ...opened, blockedByOpponent: withSeat(opened.blockedByOpponent, meld.owner, true) };
  }
  const bars = meld.laidInTurn < turn || rules.own_layoff_same_turn_meld === 'counts';
  return bars ? { ...opened, laidOffNow: true } : opened;
}

/**
 * Where the seat whose turn it is has a card from.
 * @param {Match} match
 * @param {Card} card
 * @returns {LaidOff['from']}
 */
function originOf({ drawnInTurn, turn }, card) {
  if (!(card in drawnInTurn)) return 'elsewhere';
  return drawnInTurn[card] === turn ? 'stock_this_turn' : 'stock_earlier';
}

/** Whether what is left in the hand is tongits without a call. @param {Match} match @param {Seat} seat */
function hasTongitsByItself(match, seat) {
  const { rules } = match;
  const hand = match.hands[seat];
  if (!mayHaveTongits(match, seat)) return false;
  if (rules.tongit_trigger === 'automatic_when_coverable') return allMelded(hand);
  return (
    hand.length === 0 &&
    (rules.tongit_trigger === 'automatic_when_hand_empty' || rules.empty_hand_policy === 'treated_as_called')
  );
}

/** @param {Match} match @param {Seat} seat @param {Card | null} finalDiscard @returns {Match} */
const winByTongits = (match, seat, finalDiscard = null) =>
  finish(match, { end: 'tongits', winner: seat, compared: [], finalDiscard });

/** @param {Match} match @param {Seat} lastDrawer @returns {Match} */
const endWithStock = (match, lastDrawer) => {
  const outcome = outcomeOfStockEnd({ ...match, lastDrawer }, totalsOf(match.hands, match.rules));
  return finish({ ...match, lastDrawer }, { end: 'stock', lastDrawer, ...outcome });
};

/** @param {Match} match @param {Seat} seat @returns {Match} */
function endTurn(match, seat) {
  if (match.stock.length === 0) return endWithStock(match, seat);
  const { rules, blockedByOpponent } = match;
  const keepsBlock = rules.draw_block_opponent_span === 'whole_hand' && blockedByOpponent[seat];
  return {
    ...match,
    phase: 'draw',
    acting: nextSeat(seat),
    turn: match.turn + 1,
    dealersFirstTurn: false,
    takenThisTurn: null,
    blockedByOpponent: withSeat(blockedByOpponent, seat, keepsBlock),
    laidOffOnOwn: withSeat(match.laidOffOnOwn, seat, match.laidOffNow),
    laidOffNow: false,
  };
}

/**
 * What follows once a seat has its card, or has laid cards on the table.
 * @param {Match} match @param {Seat} seat @returns {Match}
 */
function goOn(match, seat) {
  if (hasTongitsByItself(match, seat)) return winByTongits(match, seat);
  const stuck = match.hands[seat].length === 0 && !mayHaveTongits(match, seat);
  return stuck ? endTurn(match, seat) : match;
}

/**
 * The match after chance has dealt, which may already end the hand.
 * @param {Match} match @param {Card[][]} hands @param {Card[]} stock @returns {Match}
 */
export function performDeal(match, hands, stock) {
  const dealt = deal(match, hands, stock);
  return dealt.phase === 'over' ? dealt : goOn(dealt, dealt.dealer);
}

/** @param {Match} match @param {Seat} seat @returns {Match} */
function draw(match, seat) {
  const [card, ...stock] = match.stock;
  const drawn = {
    ...addToHand(match, seat, card),
    phase: /** @type {const} */ ('play'),
    stock,
    drawnInTurn: { ...match.drawnInTurn, [card]: match.turn },
  };
  const endsHand = stock.length === 0 && match.rules.exhaustion_timing === 'immediately_on_last_draw';
  return endsHand ? endWithStock(drawn, seat) : goOn(drawn, seat);
}

/**
 * @param {Match} match
 * @param {Seat} seat
 * @param {Extract<Action, {type: 'take'}>} action
 * @returns {Match}
 */
function take(match, seat, action) {
  const card = match.discard[match.discard.length - 1];
  const { [card]: _, ...drawnInTurn } = match.drawnInTurn;
  const taken = { ...match, phase: /** @type {const} */ ('play'), discard: match.discard.slice(0, -1), drawnInTurn };
  if (action.meld.length > 0) {
    const asMeld = match.rules.discard_extension_counts_as_layoff === 'counts_as_meld';
    return goOn(addToMeld(taken, action.meld, { card, by: seat, from: 'elsewhere', asMeld }), seat);
  }
  if (action.with.length === 0) {
    const kept = { ...addToHand(taken, seat, card), takenThisTurn: card };
    return goOn({ ...kept, takenIntoHand: [...match.takenIntoHand, card] }, seat);
  }
  const cards = [...action.with, card];
  return goOn(layMeld(takeFromHand(taken, seat, action.with), seat, cards, { taken: card }), seat);
}

/** @param {Match} match @param {Seat} seat @param {Card} card @returns {Match} */
const putOnPile = (match, seat, card) => ({
  ...takeFromHand(match, seat, [card]),
  discard: [...match.discard, card],
});

/** @param {Match} match @param {Seat} caller @param {Seat[]} challengers @returns {Match} */
function endWithDraw(match, caller, challengers) {
  const { rules, opened, hands } = match;
  const outcome = outcomeOfDraw(rules, { caller, challengers, opened }, totalsOf(hands, rules));
  return finish(match, { end: 'draw', caller, challengers, ...outcome });
}

/** @param {Match} match @param {Seat} caller @returns {Match} */
function callDraw(match, caller) {
  // Where a hidden four may challenge, being asked must not tell who holds one.
  const everybody = match.rules.challenge_eligibility === 'opened_or_concealed_secret';
  const waiting = seatsAfter(caller).filter((seat) => everybody || mayChallenge(match, seat));
  if (waiting.length === 0) return endWithDraw(match, caller, []);
  return { ...match, phase: 'respond', call: { caller, waiting, answers: [] } };
}

/** @param {Match} match @param {Seat} seat @param {'fold' | 'challenge'} answer @returns {Match} */
function respond(match, seat, answer) {
  const { caller, waiting, answers } = /** @type {NonNullable<Match['call']>} */ (match.call);
  /** @type {NonNullable<Match['call']>} */
  const call = { caller, waiting: waiting.slice(1), answers: [...answers, [seat, answer]] };
  if (call.waiting.length > 0) return { ...match, call };
  const challengers = call.answers.filter(([, given]) => given === 'challenge').map(([who]) => who);
  return endWithDraw(match, caller, challengers);
}

/**
 * The match after an accepted action.
 * @param {Match} match @param {Seat} seat @param {Action} action @returns {Match}
 */
export function perform(match, seat, action) {
  switch (action.type) {
    case 'draw':
      return draw(match, seat);
    case 'take':
      return take(match, seat, action);
    case 'expose': {
      const { cards, face_down: faceDown } = action;
      return goOn(layMeld(takeFromHand(match, seat, cards), seat, cards, { faceDown }), seat);
    }
    case 'lay_off': {
      const { card, meld } = action;
      const added = { card, by: seat, from: originOf(match, card), asMeld: false };
      return goOn(addToMeld(takeFromHand(match, seat, [card]), meld, added), seat);
    }
    case 'discard': {
      const discarded = putOnPile(match, seat, action.card);
      return hasTongitsByItself(discarded, seat)
        ? winByTongits(discarded, seat, action.card)
        : endTurn(discarded, seat);
    }
    case 'call_tongits': {
      const left = action.discard === null ? match : putOnPile(match, seat, action.discard);
      return winByTongits(left, seat, action.discard);
    }
    case 'call_draw':
      return callDraw(match, seat);
    default:
      return respond(match, seat, action.type);
  }
}
