// @ts-check
import { canMakeMeld } from '../melds.js';
import { SEATS, nextSeat, seatsAfter } from './seats.js';
import { secretsIn } from './secrets.js';
/**
 * @typedef {import('../cards.js').Card} Card
 * @typedef {import('../cards.js').Seat} Seat
 * @typedef {import('../rules.js').Rules} Rules
 */

/**
 * Who won, and whose totals were compared for it.
 * @typedef {{winner: Seat | null, compared: Seat[]}} Outcome
 */

/** @param {Seat[]} seats @param {number[]} totals */
const withLowest = (seats, totals) => {
  const lowest = Math.min(...seats.map((seat) => totals[seat]));
  return seats.filter((seat) => totals[seat] === lowest);
};

/** @param {Seat[]} order @param {Seat[]} seats @returns {Seat} */
const firstOf = (order, seats) => /** @type {Seat} */ (order.find((seat) => seats.includes(seat)));

/**
 * The outcome of a called draw once it is answered.
 * @param {Rules} rules
 * @param {{caller: Seat, challengers: Seat[], opened: boolean[]}} call
 * @param {number[]} totals
 * @returns {Outcome}
 */
export function outcomeOfDraw(rules, { caller, challengers, opened }, totals) {
  const order = [...seatsAfter(caller), caller];
  const openedSeats = SEATS.filter((seat) => opened[seat]);
  const answering = [caller, ...challengers];
  const everyOpened = [...new Set([...answering, ...openedSeats])];

  if (challengers.length === 0) {
    const compared = rules.draw_unchallenged_outcome === 'lowest_total_wins' ? everyOpened : [caller];
    if (compared.length === 1) return { winner: caller, compared: [] };
    return { winner: firstOf(order, withLowest(compared, totals)), compared };
  }

  const compared = rules.showdown_participants === 'all_opened_players' ? everyOpened : answering;
  const tied = withLowest(compared, totals);
  const bothChallengersTied = challengers.length === 2 && challengers.every((seat) => tied.includes(seat));
  const tieBreak = tied.includes(caller) ? rules.tie_three_way : rules.tie_two_challengers;
  const [first, last] = seatsAfter(caller);
  const folded = seatsAfter(caller).filter((seat) => !challengers.includes(seat));
  const byTurn = [...challengers, ...folded, caller];
  const precedence = bothChallengersTied && tieBreak === 'last_to_challenge' ? [last, first, caller] : byTurn;
  return { winner: firstOf(precedence, tied), compared };
}

/**
 * How things stand when the stock has run out.
 * @typedef {{rules: Rules, lastDrawer: Seat, opened: boolean[], hands: Card[][], takenIntoHand: Card[]}} StockEnd
 */

/** @param {StockEnd} end @param {Seat} seat */
const mayWinAtStockEnd = (end, seat) => {
  const { rules, opened, hands } = end;
  if (opened[seat]) return true;
  if (rules.exhaustion_eligibility === 'opened_or_concealed_secret') return secretsIn(hands[seat], end).length > 0;
  return rules.exhaustion_eligibility === 'any_player_with_a_formed_meld' && canMakeMeld(hands[seat]);
};

/**
 * The outcome when the stock has run out.
 * @param {StockEnd} end
 * @param {number[]} totals
 * @returns {Outcome}
 */
export function outcomeOfStockEnd(end, totals) {
  const { rules, lastDrawer } = end;
  const able = SEATS.filter((seat) => mayWinAtStockEnd(end, seat));
  if (able.length === 0 && rules.exhaustion_none_opened === 'no_winner') return { winner: null, compared: [] };
  if (able.length === 0 && rules.exhaustion_none_opened === 'last_drawer_wins') {
    return { winner: lastDrawer, compared: [] };
  }
  if (able.length === 1) return { winner: able[0], compared: [] };

  const compared = able.length === 0 ? SEATS : able;
  const tied = withLowest(compared, totals);
  if (tied.length === 1) return { winner: tied[0], compared };
  const drawerCompares = compared.includes(lastDrawer);
  if (tied.includes(lastDrawer) || (drawerCompares && rules.exhaustion_tie === 'last_drawer_always')) {
    return { winner: lastDrawer, compared };
  }
  if (
    !drawerCompares &&
    rules.exhaustion_tie_unopened_drawer === 'rule_not_applicable' &&
    totals[lastDrawer] <= totals[tied[0]]
  ) {
    return { winner: null, compared };
  }
  const next = nextSeat(lastDrawer);
  return { winner: rules.exhaustion_tie_others === 'next_in_turn' ? next : nextSeat(next), compared };
}
