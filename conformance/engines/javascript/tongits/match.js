// @ts-check
import { allMelded } from '../arrange.js';
import { isAce, sameCards, without } from '../cards.js';
import { failing } from '../conditions.js';
import { SEATS, SIZE, nextSeat, seatsAfter } from './seats.js';
import { settle } from './settlement.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules @typedef {import('./settlement.js').Meld} Meld */
/** @typedef {import('./settlement.js').Facts} Facts */

/**
 * A match, which no function changes: what follows from an action is a new one.
 * @typedef {object} Match
 * @property {Rules} rules
 * @property {number} players
 * @property {'deal' | 'draw' | 'play' | 'respond' | 'over'} phase
 * @property {Seat} dealer of this hand, or of the first one while none is dealt
 * @property {number[]} chips
 * @property {number} pot
 * @property {number} ante what each seat paid for this hand
 * @property {{seat: Seat | null, wins: number}} streak
 * @property {Card[][]} hands
 * @property {Card[]} stock the top first
 * @property {Card[]} discard the top last
 * @property {Meld[]} melds
 * @property {boolean[]} opened
 * @property {boolean[]} openedFaceUp opened by something else than a four face down
 * @property {boolean[]} blockedByOpponent an opponent has laid off on a meld of this seat
 * @property {boolean[]} laidOffOnOwn the seat laid off on a meld of its own in its last turn
 * @property {boolean} laidOffNow the same for the turn that is running
 * @property {Seat} acting whose turn it is
 * @property {number} turn
 * @property {boolean} dealersFirstTurn
 * @property {Record<Card, number>} drawnInTurn when a card still in the drawer's hand came from the stock
 * @property {Card[]} takenIntoHand
 * @property {Card | null} takenThisTurn the discard that was taken into the hand in this turn
 * @property {{caller: Seat, waiting: Seat[], answers: [Seat, 'fold' | 'challenge'][]} | null} call
 * @property {any} result
 * @property {boolean[]} shown whose hands everybody sees after the hand
 * @property {Seat | null} lastDrawer
 */

const nobody = () => SEATS.map(() => false);

/** @param {Rules} rules @param {Seat} dealer @returns {Match} */
export const beginMatch = (rules, dealer) => ({
  rules,
  players: SEATS.length,
  phase: 'deal',
  dealer,
  chips: SEATS.map(() => 0),
  pot: 0,
  ante: 0,
  streak: { seat: null, wins: 0 },
  ...freshHand(dealer, SEATS.map(() => []), []),
});

/** @param {Seat} dealer @param {Card[][]} hands @param {Card[]} stock */
function freshHand(dealer, hands, stock) {
  return {
    hands,
    stock,
    discard: /** @type {Card[]} */ ([]),
    melds: /** @type {Meld[]} */ ([]),
    opened: nobody(),
    openedFaceUp: nobody(),
    blockedByOpponent: nobody(),
    laidOffOnOwn: nobody(),
    laidOffNow: false,
    acting: dealer,
    turn: 0,
    dealersFirstTurn: true,
    drawnInTurn: {},
    takenIntoHand: /** @type {Card[]} */ ([]),
    takenThisTurn: null,
    call: null,
    result: null,
    shown: nobody(),
    lastDrawer: null,
  };
}

/** The seats that may act. @param {Match} match @returns {Seat[]} */
export function toAct({ phase, acting, call }) {
  if (phase === 'respond' && call) return call.waiting.slice(0, 1);
  return phase === 'draw' || phase === 'play' ? [acting] : [];
}

/** Who deals the next hand. @param {Match} match @returns {Seat} */
function nextDealer({ rules, phase, dealer, result, lastDrawer }) {
  if (phase === 'deal') return dealer;
  if (result.winner !== null) return rules.next_dealer === 'previous_winner' ? result.winner : nextSeat(dealer);
  if (rules.dealer_after_no_winner === 'next_in_turn') return nextSeat(dealer);
  return rules.dealer_after_no_winner === 'last_drawer' && lastDrawer !== null ? lastDrawer : dealer;
}

/**
 * Why the cards cannot be dealt so.
 * @param {Match} match
 * @param {Card[][]} hands
 * @param {Card[]} stock
 * @returns {string[]}
 */
export function dealRefusals(match, hands, stock) {
  if (match.phase !== 'deal' && match.phase !== 'over') return ['deal.between-hands'];
  const dealer = nextDealer(match);
  return failing({
    'cards.standard-52': !sameCards(SIZE.pack, [...hands.flat(), ...stock]),
    'deal.dealer-thirteen': hands[dealer]?.length !== SIZE.hand + 1,
    'deal.twelve-each':
      hands.length !== SEATS.length || seatsAfter(dealer).some((seat) => hands[seat].length !== SIZE.hand),
  });
}

/** @param {Match} match @param {Card[][]} hands @param {Card[]} stock @returns {Match} */
export function deal(match, hands, stock) {
  const { rules, chips, pot } = match;
  const afterNoWinner = match.phase === 'over' && match.result.winner === null;
  const ante = afterNoWinner && rules.ante_after_no_winner === 'not_after_void_hand' ? 0 : rules.ante_chips;
  const dealer = nextDealer(match);
  /** @type {Match} */
  const dealt = {
    ...match,
    phase: 'play',
    dealer,
    ante,
    chips: chips.map((own) => own - ante),
    pot: pot + ante * SEATS.length,
    ...freshHand(dealer, hands, stock),
  };
  const lucky = spreadHolder(dealt);
  return lucky === null ? dealt : finish(dealt, { end: 'spread', winner: lucky, compared: [] });
}

/** Who wins with the cards as dealt. @param {Match} match @returns {Seat | null} */
function spreadHolder({ rules, dealer, hands }) {
  if (rules.spread_enabled === 'played_like_any_other') return null;
  const oneOver = rules.spread_dealer_hand === 'twelve_melded_plus_one';
  const order = rules.spread_twelve_card_hand === 'dealer_only' ? [dealer] : [dealer, ...seatsAfter(dealer)];
  const holders = order.filter(
    (seat) =>
      allMelded(hands[seat]) ||
      (seat === dealer && oneOver && hands[seat].some((card) => allMelded(without(hands[seat], [card])))),
  );
  if (holders.length === 0) return null;
  if (rules.spread_multiple === 'first_in_turn_order') return holders[0];
  const aces = (/** @type {Seat} */ seat) => hands[seat].filter(isAce).length;
  return holders.reduce((chosen, other) => (aces(other) > aces(chosen) ? other : chosen));
}

/**
 * How many wins in a row a hand makes.
 * @param {Match} match
 * @param {string} end
 * @param {Seat | null} winner
 */
function streakAfter({ rules, streak }, end, winner) {
  if (winner === null) return rules.streak_on_no_winner === 'preserved' ? streak : { seat: null, wins: 0 };
  const wins = end === 'spread' && rules.spread_streak === 'as_completed_pair' ? 2 : 1;
  return { seat: winner, wins: streak.seat === winner ? streak.wins + wins : wins };
}

/**
 * What is left of a streak of wins for the next hand.
 * @param {Rules} rules
 * @param {Match['streak']} streak
 * @param {boolean} potTaken
 * @param {string} end
 */
function streakKept(rules, streak, potTaken, end) {
  if (end === 'spread' && rules.spread_streak === 'resets') return { seat: null, wins: 0 };
  if (end === 'spread' || !potTaken || rules.streak_after_pot === 'uncapped') return streak;
  return { ...streak, wins: rules.streak_after_pot === 'restart_at_one' ? 1 : 0 };
}

/**
 * Ends the hand: settles it, and the pot.
 * @param {Match} match
 * @param {Pick<Facts, 'end' | 'winner' | 'compared'> & Partial<Facts>} ending
 * @returns {Match}
 */
export function finish(match, ending) {
  const { rules, pot, ante } = match;
  const { end, winner, compared } = ending;
  const streak = streakAfter(match, end, winner);
  const potTaken = winner !== null && (end === 'spread' || streak.wins >= rules.pot_wins_required);
  const secondOfThree = winner !== null && !potTaken && rules.pot_wins_required === 3 && streak.wins === 2;
  const bonus = secondOfThree ? rules.second_win_bonus : 'nothing_extra';
  const { deadwood, burned, payments, receipt } = settle({
    rules,
    caller: null,
    challengers: [],
    finalDiscard: null,
    lastDrawer: match.lastDrawer,
    hands: match.hands,
    melds: match.melds,
    opened: match.opened,
    openedFaceUp: match.openedFaceUp,
    takenIntoHand: match.takenIntoHand,
    fromEachLoser: bonus === 'fixed_from_each_loser' ? rules.ante_chips : 0,
    ...ending,
  });

  const refund = winner === null && rules.pot_when_no_winner === 'refunded' ? ante : 0;
  const extras = { fixed_from_pot: Math.min(rules.ante_chips, pot), half_pot: Math.floor(pot / 2) };
  const fromPot = potTaken ? pot : extras[/** @type {keyof extras} */ (bonus)] ?? 0;
  return {
    ...match,
    phase: 'over',
    call: null,
    chips: match.chips.map((own, seat) => own + payments[seat] + refund + (seat === winner ? fromPot : 0)),
    pot: pot - fromPot - refund * SEATS.length,
    streak: streakKept(rules, streak, potTaken, end),
    shown: SEATS.map((seat) => rules.reveal_at_end === 'all_hands' || seat === winner || compared.includes(seat)),
    result: { end, winner, deadwood, burned, payments, pot, pot_to: potTaken ? winner : null, receipt },
  };
}
