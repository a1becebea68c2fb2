// @ts-check
import { isAce, totalPoints } from '../cards.js';
import { canMakeMeld, isFour, kindOf } from '../melds.js';
import { arrangements, deadwood } from './arrangements.js';
import { SEATS } from './seats.js';
import { couldBeSecret, secretsIn } from './secrets.js';
import { outcomeOfDraw, outcomeOfStockEnd } from './showdown.js';
/**
 * @typedef {import('../cards.js').Card} Card
 * @typedef {import('../cards.js').Seat} Seat
 * @typedef {import('../rules.js').Rules} Rules
 */

/**
 * A card that was added to a meld on the table, by whom, and where that seat had it from.
 * @typedef {{card: Card, by: Seat, from: 'stock_this_turn' | 'stock_earlier' | 'elsewhere', asMeld: boolean}} LaidOff
 *
 * @typedef {object} Meld
 * @property {Seat} owner
 * @property {Card[]} cards
 * @property {boolean} faceDown
 * @property {number} laidInTurn
 * @property {Card | null} taken the discard with which it was laid
 * @property {LaidOff[]} laidOff
 */

/**
 * How a hand ended, and where its cards lie.
 * @typedef {object} Facts
 * @property {Rules} rules
 * @property {'tongits' | 'draw' | 'stock' | 'spread'} end
 * @property {Seat | null} winner
 * @property {Seat[]} compared
 * @property {Seat | null} caller
 * @property {Seat[]} challengers
 * @property {Seat | null} lastDrawer
 * @property {Card | null} finalDiscard with which the winner had tongits
 * @property {Card[][]} hands
 * @property {Meld[]} melds
 * @property {boolean[]} opened
 * @property {boolean[]} openedFaceUp
 * @property {Card[]} takenIntoHand cards of the discard pile that a seat kept
 * @property {number} fromEachLoser an extra that each loser owes besides
 */

/** @typedef {{clause: string, from: Seat, to: Seat, chips: number}} Line */

const LONG_RUN_CHIPS = 3;

/** Whether a meld is a four that its owner completed after laying three of it. @param {Meld} meld */
const completedByOwner = ({ owner, cards, laidOff }) =>
  isFour(cards) && laidOff.length === 1 && laidOff[0].by === owner;

/** @param {Meld} meld @param {Rules} rules */
export function isSagasa(meld, rules) {
  if (!completedByOwner(meld)) return false;
  switch (rules.sagasa_definition) {
    case 'own_exposed_three_plus_any_own_fourth':
      return true;
    case 'own_exposed_three_plus_stock_fourth_same_turn_as_drawn':
      return meld.laidOff[0].from === 'stock_this_turn';
    default:
      return meld.laidOff[0].from !== 'elsewhere';
  }
}

/** Each seat's points that count. @param {Card[][]} hands @param {Rules} rules */
export const totalsOf = (hands, rules) => hands.map((hand) => deadwood(hand, rules));

/** The seats that are burned. @param {Facts} facts @returns {Seat[]} */
export function burnedSeats(facts) {
  const { rules, end, winner, caller, hands, opened, openedFaceUp } = facts;
  if (end === 'spread' && rules.burn_on_spread === 'nobody_burned') return [];
  const onlyCalls = rules.burn_endings === 'only_opponents_tongit_or_draw';
  if (end === 'stock' && onlyCalls) return [];
  /** @type {Record<string, (seat: Seat) => boolean>} */
  const isBurned = {
    no_meld_laid_incl_face_down: (seat) => !opened[seat],
    no_face_up_meld: (seat) => !openedFaceUp[seat],
    no_meld_laid_and_no_special: (seat) => !opened[seat] && secretsIn(hands[seat], facts).length === 0,
    no_meld_formable: (seat) => !opened[seat] && !canMakeMeld(hands[seat]),
  };
  return SEATS.filter(
    (seat) => seat !== winner && !(onlyCalls && seat === caller) && isBurned[rules.burn_definition](seat),
  );
}

/**
 * The price of the win itself for one loser.
 * @param {Facts} facts
 * @param {Seat} loser
 * @returns {[string, number][]}
 */
function basePrice({ rules, end, winner, caller, challengers }, loser) {
  const special = rules.special_payment_level;
  if (end === 'tongits') return [['settlement.tongit-three', special]];
  if (end === 'spread') {
    if (rules.spread_payment === 'pot_only') return [];
    const asTongits = rules.spread_payment === 'pot_plus_tongit_3';
    return [asTongits ? ['settlement.tongit-three', special] : ['settlement.win-one', 1]];
  }
  if (end === 'stock') return [['settlement.exhaustion-one', 1]];
  if (challengers.length === 0) return [['settlement.unchallenged-draw-one', 1]];

  const tookPart = loser === caller || challengers.includes(loser);
  const role = rules.challenge_bonus_role;
  const owed =
    (role === 'caller_or_challenger' ||
      (role === 'caller_only' && winner === caller) ||
      (role === 'challenger_only' && winner !== caller)) &&
    (rules.challenge_payment_payers === 'all_losers' || tookPart);
  if (!owed) return [['settlement.win-one', 1]];
  const challenged = /** @type {[string, number]} */ (['settlement.challenge-three', special]);
  return rules.challenge_payment_composition === 'adds_to_base'
    ? [['settlement.win-one', 1], challenged]
    : [challenged];
}

/** How many aces the winner is paid for. @param {Facts} facts */
function acesPaid({ rules, winner, hands, melds, finalDiscard }) {
  const inHand = hands[/** @type {Seat} */ (winner)].filter(isAce).length;
  const thrown =
    rules.ace_scope_final_discard === 'counts' && finalDiscard !== null && isAce(finalDiscard) ? 1 : 0;
  const onTable = melds
    .filter(({ owner, faceDown }) => owner === winner && !(faceDown && rules.ace_in_face_down_set === 'does_not_count'))
    .flatMap(({ cards, laidOff }) =>
      cards.filter(isAce).filter((ace) => {
        const added = laidOff.find(({ card }) => card === ace);
        if (added === undefined) return true;
        return added.by === winner && (added.asMeld || rules.ace_own_layoff === 'counts');
      }),
    ).length;
  return inHand + thrown + onTable;
}

/** How often a run of this length is paid for. @param {number} length @param {Rules} rules */
function longRunWorth(length, rules) {
  if (rules.long_run_bonus === 'no_bonus') return 0;
  const fives = Math.floor(length / 5);
  return rules.long_run_count === 'floor_length_over_five' ? fives : Math.min(fives, 1);
}

/** Fours and long runs of the winner on the table. @param {Facts} facts */
function tableBonuses(facts) {
  const { rules, winner, melds } = facts;
  const laidWhole = rules.secret_definition === 'also_face_up_laid_at_once' ? couldBeSecret(facts) : () => false;
  const own = melds.filter(({ owner }) => owner === winner);
  const secrets = own.filter((meld) => {
    if (!isFour(meld.cards)) return false;
    if (meld.faceDown) return true;
    if (meld.laidOff.length === 0) return meld.taken === null && laidWhole(meld.cards);
    return (
      rules.sagasa_otherwise === 'completed_four_counts_as_secret' && completedByOwner(meld) && !isSagasa(meld, rules)
    );
  });
  const sagasas = rules.sagasa_bonus === 'same_as_secret' ? own.filter((meld) => isSagasa(meld, rules)) : [];
  const lengths = own
    .filter(({ cards }) => kindOf(cards) === 'run' && rules.long_run_scope !== 'concealed_only')
    .map(({ cards, laidOff }) =>
      rules.long_run_foreign_cards === 'all_cards_of_the_run'
        ? cards.length
        : cards.length - laidOff.filter(({ by }) => by !== winner).length,
    );
  return {
    secrets: secrets.length,
    sagasas: sagasas.length,
    longRuns: lengths.reduce((sum, length) => sum + longRunWorth(length, rules), 0),
  };
}

/**
 * Whether the winner would have won with another, higher total as well.
 * @param {Facts} facts
 * @param {number} total
 */
function stillWins(facts, total) {
  const { rules, end, winner, caller, challengers, lastDrawer, compared, hands, opened } = facts;
  const asItStands = totalsOf(hands, rules);
  const totals = asItStands.map((own, seat) => (seat === winner ? total : own));
  if (end === 'draw' && caller !== null) {
    return outcomeOfDraw(rules, { caller, challengers, opened }, totals).winner === winner;
  }
  if (end !== 'stock') return true;
  if (lastDrawer !== null) return outcomeOfStockEnd({ ...facts, lastDrawer }, totals).winner === winner;
  // Stated facts do not tell the last drawer: a tie that is not won as they stand is lost.
  const unchanged = winner !== null && total === asItStands[winner];
  return unchanged || compared.every((seat) => seat === winner || total < totals[seat]);
}

/** Secret fours and long runs in the winner's hand, in the arrangement that counts. @param {Facts} facts */
function handBonuses(facts) {
  const { rules, end, winner, hands, compared } = facts;
  const hand = hands[/** @type {Seat} */ (winner)];
  const mayBeSecret = couldBeSecret(facts);
  const asCompared = compared.length > 0 || rules.secret_partition_uncompared === 'same_as_compared';
  const partition = rules.secret_partition_compared;
  const all = arrangements(hand, {
    four: (four) => (mayBeSecret(four) ? 1 : 0),
    run: (run) => (rules.long_run_scope === 'exposed_only' ? 0 : longRunWorth(run.length, rules)),
  });
  if (asCompared && partition === 'rank_count_only') {
    return { fours: secretsIn(hand, facts).length, longRuns: Math.max(...all.map(({ longRuns }) => longRuns)) };
  }
  const total = (/** @type {number} */ unmatched) =>
    rules.deadwood_basis === 'all_cards_in_hand' ? totalPoints(hand) : unmatched;
  const cardsOver = Math.min(...all.map(({ cards }) => cards));
  const shown = all.filter(({ cards, unmatched }) =>
    end === 'spread' ? cards === cardsOver : end !== 'tongits' || unmatched === 0,
  );
  const fewest = Math.min(...shown.map(({ unmatched }) => unmatched));
  const open = shown.filter(({ unmatched }) => {
    if (!asCompared) return true;
    return partition === 'best_for_winner' ? stillWins(facts, total(unmatched)) : unmatched === fewest;
  });
  const worth = (/** @type {{fours: number, longRuns: number}} */ { fours, longRuns }) =>
    fours * rules.special_payment_level + longRuns * LONG_RUN_CHIPS;
  const nothing = { cards: 0, unmatched: 0, fours: 0, longRuns: 0 };
  return open.reduce((chosen, other) => (worth(other) > worth(chosen) ? other : chosen), nothing);
}

/** What each loser owes the winner, line by line. @param {Facts} facts @returns {Line[]} */
function linesOf(facts) {
  const { rules, end, winner } = facts;
  if (winner === null) return [];
  const burned = burnedSeats(facts);
  const nothingElse = end === 'spread' && rules.spread_payment === 'pot_only';
  const table = tableBonuses(facts);
  const hand = handBonuses(facts);
  const special = rules.special_payment_level;
  /** @type {[string, number][]} */
  const bonuses = nothingElse
    ? []
    : [
        ['settlement.ace-one-each', acesPaid(facts)],
        ['settlement.secret-three-each', (table.secrets + hand.fours) * special],
        ['settlement.sagasa-like-a-secret', table.sagasas * special],
        ['variations.long-run', (table.longRuns + hand.longRuns) * LONG_RUN_CHIPS],
      ];
  return SEATS.filter((seat) => seat !== winner).flatMap((loser) =>
    [
      ...basePrice(facts, loser),
      ...bonuses,
      .../** @type {[string, number][]} */ ([
        ['burned.one-chip', burned.includes(loser) ? 1 : 0],
        ['pot.variant-second-win-extra', facts.fromEachLoser],
      ]),
    ]
      .filter(([, chips]) => chips > 0)
      .map(([clause, chips]) => ({ clause: `tongits.${clause}`, from: loser, to: winner, chips })),
  );
}

/** Who pays whom for a hand that ended so. @param {Facts} facts */
export function settle(facts) {
  const receipt = linesOf(facts);
  const payments = SEATS.map((seat) =>
    receipt.reduce((sum, { from, to, chips }) => sum + (to === seat ? chips : 0) - (from === seat ? chips : 0), 0),
  );
  return { deadwood: totalsOf(facts.hands, facts.rules), burned: burnedSeats(facts), payments, receipt };
}

/**
 * Who was compared when a hand ended with this winner, for facts that do not say so.
 * @param {Omit<Facts, 'compared' | 'lastDrawer' | 'finalDiscard' | 'melds' | 'openedFaceUp' | 'fromEachLoser'>} facts
 * @returns {Seat[]}
 */
export function comparedSeats(facts) {
  const { rules, end, winner, caller, challengers, hands, opened } = facts;
  const totals = totalsOf(hands, rules);
  if (end === 'draw' && caller !== null) return outcomeOfDraw(rules, { caller, challengers, opened }, totals).compared;
  if (end === 'stock' && winner !== null) {
    return outcomeOfStockEnd({ ...facts, lastDrawer: winner }, totals).compared;
  }
  return [];
}
