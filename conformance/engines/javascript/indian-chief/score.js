// @ts-check
import { rankOf, suitOf, totalPoints } from '../cards.js';
import { seatsOf } from '../table.js';
import { boxOf, hasFailed } from './melds.js';
import { bestSplitPoints, splitPoints } from './poker.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules @typedef {import('./declarations.js').Choice} Choice */

/**
 * The melds that are shown together, and what was shown before.
 * @typedef {object} Showing
 * @property {Choice[]} choices by seat
 * @property {Card[][][]} earlier the cards of each earlier turn, by seat
 */

/** How often a card counts for a Beggar Man with these cards of its own. */
const MATCHES = {
  /** @param {Card[]} own @param {Card} card */
  two_per_opposing_card: (own, card) => (own.some((held) => rankOf(held) === rankOf(card)) ? 1 : 0),
  /** @param {Card[]} own @param {Card} card */
  two_per_matching_pair: (own, card) => own.filter((held) => rankOf(held) === rankOf(card)).length,
};

/** What a Beggar Man gets. @param {Rules} rules @param {Showing} showing @param {Seat} seat */
function beggarPoints(rules, { choices, earlier }, seat) {
  const { cards: own, opponent } = choices[seat];
  const matches = MATCHES[/** @type {keyof typeof MATCHES} */ (rules.beggar_pair)];
  const now = choices.map(({ cards }) => cards);
  const turns = rules.beggar_tense === 'all_melds_so_far' ? [...earlier, now] : [now];
  const given = (/** @type {Seat} */ giver) =>
    turns
      .map((melds) => melds[giver])
      .filter((meld) => rules.beggar_failed_melds === 'count' || !hasFailed(rules, meld))
      .flat()
      .reduce((sum, card) => sum + 2 * matches(own, card), 0);
  const others = seatsOf(choices.length).filter((other) => other !== seat);
  switch (rules.beggar_scope) {
    case 'left_neighbour':
      return given((seat + 1) % choices.length);
    case 'best_one':
      return Math.max(...others.map(given));
    case 'one_named':
      return given(/** @type {Seat} */ (opponent));
    default:
      return others.map(given).reduce((sum, points) => sum + points, 0);
  }
}

/** @param {Choice} choice */
function doctorPoints({ cards, suit }) {
  const counts = (suit === null ? [...'CDHS'] : [suit]).map(
    (named) => cards.filter((card) => suitOf(card) === named).length,
  );
  return 10 * Math.max(...counts);
}

/**
 * How each meld is scored that has not failed, and the clause that says so.
 * @type {Record<string, {clause: string, pays: (rules: Rules, showing: Showing, seat: Seat) => number}>}
 */
const BY_BOX = {
  thief: { clause: 'thief.face-value', pays: (_, { choices }, seat) => totalPoints(choices[seat].cards) },
  beggar_man: { clause: 'beggar.matches', pays: beggarPoints },
  poor_man: {
    clause: 'poor.spades',
    pays: (_, { choices }, seat) => totalPoints(choices[seat].cards.filter((card) => suitOf(card) === 'S')),
  },
  lawyer: { clause: 'lawyer.score', pays: () => 25 },
  rich_man: { clause: 'rich.negative', pays: (_, { choices }, seat) => -totalPoints(choices[seat].cards) },
  doctor: { clause: 'doctor.suit-score', pays: (_, { choices }, seat) => doctorPoints(choices[seat]) },
  indian_chief: {
    clause: 'chief.sum',
    pays: (rules, { choices }, seat) => {
      const { cards, baccarat } = choices[seat];
      return baccarat.length > 0 ? splitPoints(rules, cards, baccarat) : bestSplitPoints(rules, cards);
    },
  },
};

/**
 * What each seat scores for the melds that are shown together.
 * @param {Rules} rules @param {Showing} showing @returns {number[]}
 */
export const scoreMelds = (rules, showing) =>
  showing.choices.map(({ cards }, seat) =>
    hasFailed(rules, cards) ? 0 : BY_BOX[/** @type {string} */ (boxOf(cards))].pays(rules, showing, seat),
  );

/** The sum of the boxes of each seat. @param {Record<string, number>[]} sheets */
export const totals = (sheets) => sheets.map((boxes) => Object.values(boxes).reduce((sum, points) => sum + points, 0));

/** A line for each box. @param {Record<string, number>[]} sheets */
export const receiptOf = (sheets) =>
  sheets.flatMap((boxes, seat) =>
    Object.entries(boxes).map(([box, points]) => ({
      clause: `indian-chief.${BY_BOX[box].clause}`,
      from: seat,
      to: seat,
      points,
    })),
  );
