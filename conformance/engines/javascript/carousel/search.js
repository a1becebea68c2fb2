// @ts-check
import { NONE_GATHERED, areSets, gatheredWith } from './sets.js';
import { MOST_SUITS, PLACES, RANKS, SUITS, suitsIn } from './suits.js';
/** @typedef {import('./suits.js').Use} Use */

/**
 * What can lie on the new table of a natural card and of jokers with its name, and what the cards of the hand
 * among the natural ones are worth.
 * @typedef {{naturals: number, jokers: number, value: number}} Offer
 */

/**
 * How a card lies on the old table: how many jokers with its name, and how many of both in sets. Of ways with
 * the same hope those are tried first that are most like that.
 * @typedef {{jokers: number, set: number}} Usual
 */

/**
 * What is looked for: a table of melds.
 * @typedef {object} Task
 * @property {Offer[][]} offers for each card, rank by rank from the ace
 * @property {Usual[]} usual for each card
 * @property {number} fewestJokers @property {number} mostJokers on the new table
 * @property {number} jokerValue what a joker on the new table is worth
 * @property {boolean} needNatural whether there could be melds of jokers alone, and may not be
 */

/**
 * A way to use the cards of some places: what is left open, and how it came there.
 * @typedef {object} Way
 * @property {number} place the next one
 * @property {number} suits the numbers of all suits in one
 * @property {number} jokers used
 * @property {import('./sets.js').Gathered} gathered of the rank of this place
 * @property {number} key of all that, but for the place
 * @property {number} value of the natural cards @property {number} hope the most that can come of it
 * @property {Way | null} from @property {Use | null} use
 */

/** How many ways are followed before it is worth while to look at the ranks from above. */
const PATIENCE = 10000;

const POWERS = Array.from({ length: SUITS }, (_, suit) => MOST_SUITS ** suit);

/** @param {number} suits @param {number} suit */
const numberIn = (suits, suit) => Math.floor(suits / POWERS[suit]) % MOST_SUITS;

/** Ways that wait to be followed, those with the most hope first, and of these the last. */
function queue() {
  /** @type {Map<number, Way[]>} */
  const byHope = new Map();
  let highest = -Infinity;
  return {
    /** @param {Way} way */
    push(way) {
      const ways = byHope.get(way.hope);
      if (ways === undefined) byHope.set(way.hope, [way]);
      else ways.push(way);
      highest = Math.max(highest, way.hope);
    },
    pop() {
      while (byHope.get(highest)?.length === 0) {
        byHope.delete(highest);
        highest = Math.max(-Infinity, ...byHope.keys());
      }
      return byHope.get(highest)?.pop();
    },
  };
}

/**
 * Finds the way of most value to put cards into melds, if it is worth more than a table to which nothing comes.
 * Rank by rank and suit by suit, all that matters of what lies below is which runs are open, which aces are
 * kept and how many jokers are used; so of the ways to a place that are alike in that the dearest is followed.
 * What can be hoped of a way is what each of its suits promises by itself, and it is followed only while no
 * other has more hope. Where that takes long, it is first found out what the highest rank can bring at most,
 * whatever lies below it, then the two highest, and so on; for hopes are deceived by what comes late.
 * @param {Task} task
 * @returns {{uses: Use[], ends: number[][]} | null}
 */
export function findBest(task) {
  const { offers, fewestJokers, mostJokers, jokerValue } = task;
  const { untouched, ideal, usesAt, endOf, promise } = suitsIn(task);

  /** The most that each rank and those above it can bring, by the jokers used before. */
  const most = Array.from({ length: RANKS + 1 }, () => Array(mostJokers + 1).fill(Infinity));

  /** What the cards of a place and of those after it in its rank are worth. @type {number[]} */
  const inRank = [];
  for (let place = PLACES - 1; place >= 0; place--) {
    const here = Math.max(...offers[place].map(({ value }) => value));
    inRank[place] = here + ((place + 1) % SUITS === 0 ? 0 : inRank[place + 1]);
  }

  /** @param {number} place @param {number} jokers */
  const limit = (place, jokers) => {
    const rank = Math.floor(place / SUITS);
    return place % SUITS === 0 ? most[rank][jokers] : inRank[place] + most[rank + 1][jokers];
  };

  /** What the suits promise together. @param {number} place @param {number} suits @param {number} jokers */
  const promises = (place, suits, jokers) => {
    const rank = Math.floor(place / SUITS);
    let sum = 0;
    for (let suit = 0; suit < SUITS; suit++) {
      const next = rank * SUITS + suit;
      sum += promise(next < place ? next + SUITS : next, numberIn(suits, suit), jokers);
    }
    return sum;
  };

  /**
   * The best way on from the beginning of a rank.
   * @param {{rank: number, suits: number, jokers: number}} beginning
   * @param {{least: number, jokerValue: number, fewestJokers: number}} goal to be worth more than `least`
   * @param {number} patience
   * @returns {Way | null | undefined} undefined where it takes too long
   */
  const search = ({ rank, suits, jokers }, goal, patience) => {
    /** @type {Map<number, number>[]} */
    const reached = [];
    const waiting = queue();

    /**
     * @param {Way | null} from @param {Use | null} use
     * @param {number} place @param {number} suits @param {number} jokers @param {number} gathered
     * @param {number} value @param {number} promised
     */
    const reach = (from, use, place, suits, jokers, gathered, value, promised) => {
      const isDone = place === PLACES;
      if (isDone && jokers < goal.fewestJokers) return;
      const jokersOnTable = isDone ? jokers : mostJokers;
      const hope = value + Math.min(promised, limit(place, jokers)) + jokersOnTable * goal.jokerValue;
      if (hope <= goal.least) return;
      const key = (suits * 8 + jokers) * 1024 + gathered;
      const known = (reached[place] ??= new Map());
      const before = known.get(key);
      if (before !== undefined && before >= value) return;
      known.set(key, value);
      waiting.push({ place, suits, jokers, gathered, key, value, hope, from, use });
    };

    /** @param {Way} way */
    const follow = (way) => {
      const { place } = way;
      const suit = place % SUITS;
      const isRankDone = suit === SUITS - 1;
      const number = numberIn(way.suits, suit);
      const others = promises(place, way.suits, way.jokers) - promise(place, number, way.jokers);
      for (const use of usesAt(place, number, way.jokers)) {
        const { offer, plain, jokers: own } = use.choice;
        const gathered = plain.set + own.set > 0 ? gatheredWith(way.gathered, plain.set, own.set) : way.gathered;
        if (isRankDone && !areSets(gathered)) continue;
        const suits = way.suits + (use.suit - number) * POWERS[suit];
        const jokers = way.jokers + offer.jokers;
        const promised =
          offer.jokers > 0 ? promises(place + 1, suits, jokers) : others + promise(place + SUITS, use.suit, jokers);
        reach(way, use, place + 1, suits, jokers, isRankDone ? NONE_GATHERED : gathered, way.value + offer.value, promised);
      }
    };

    const place = rank * SUITS;
    reach(null, null, place, suits, jokers, NONE_GATHERED, 0, promises(place, suits, jokers));
    let followed = 0;
    for (let way = waiting.pop(); way !== undefined; way = waiting.pop()) {
      if (reached[way.place].get(way.key) !== way.value) continue;
      if (way.place === PLACES) return way;
      if (followed++ === patience) return undefined;
      follow(way);
    }
    return null;
  };

  const lookFromAbove = () => {
    const goal = { least: -Infinity, jokerValue: 0, fewestJokers: 0 };
    for (let rank = RANKS - 1; rank > 0; rank--) {
      for (let jokers = 0; jokers <= mostJokers; jokers++) {
        const suits = POWERS.reduce((sum, power, suit) => sum + ideal(rank * SUITS + suit, jokers) * power, 0);
        most[rank][jokers] = search({ rank, suits, jokers }, goal, Infinity)?.value ?? -Infinity;
      }
    }
  };

  const beginning = { rank: 0, suits: POWERS.reduce((sum, power) => sum + untouched * power, 0), jokers: 0 };
  const goal = { least: fewestJokers * jokerValue, jokerValue, fewestJokers };
  let found = search(beginning, goal, PATIENCE);
  if (found === undefined) {
    lookFromAbove();
    found = search(beginning, goal, Infinity);
  }
  if (!found) return null;
  const { suits } = found;
  return { uses: usesOf(found), ends: POWERS.map((_, suit) => /** @type {number[]} */ (endOf(numberIn(suits, suit)))) };
}

/** What was done at each place. @param {Way} way @returns {Use[]} */
function usesOf(way) {
  const uses = [];
  for (let at = way; at.from !== null && at.use !== null; at = at.from) uses.push(at.use);
  return uses.reverse();
}
