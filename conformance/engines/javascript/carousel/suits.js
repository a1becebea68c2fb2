// @ts-check
import { NO_RUNS, goingsOn, needed, neededTwice, trimmed } from './runs.js';
import { mostSets } from './sets.js';
/** @typedef {import('./search.js').Task} Task @typedef {import('./search.js').Offer} Offer */
/** @typedef {import('./runs.js').Open} Open @typedef {import('./runs.js').Going} Going */

/** How many cards of a name lie in sets, how many in runs, and how many aces are kept to lie above the king. */
/** @typedef {{set: number, run: number, high: number}} Share */

/**
 * How the cards of a name are used. Where no meld may be of jokers alone these are apart; elsewhere they are
 * among the others.
 * @typedef {{offer: Offer, plain: Share, jokers: Share}} Choice
 */

/** A choice, and the number of what the suit is then. @typedef {{choice: Choice, helped: number[], suit: number}} Use */

/**
 * The open runs of a suit, and the aces that are kept for its end: the natural ones, the jokers, and how many
 * there may be but need not.
 * @typedef {{open: Open, high: number[]}} Suit
 */

export const SUITS = 4;
export const RANKS = 13;
export const PLACES = SUITS * RANKS;

/** How many different suits may be met, and so the base in which their numbers can be written. */
export const MOST_SUITS = 1024;

/** The ways to share some cards. @param {number} cards @param {number} mostInSets @param {boolean} areAces @returns {Share[]} */
function sharesOf(cards, mostInSets, areAces) {
  const shares = [];
  for (let set = 0; set <= Math.min(cards, mostInSets); set++) {
    for (let high = 0; high <= (areAces ? cards - set : 0); high++) shares.push({ set, run: cards - set - high, high });
  }
  return shares;
}

/** Keeps what was found out for a place, a suit and the jokers used. @template Found @param {(place: number, suit: number, jokers: number) => Found} find */
function keeping(find) {
  const known = Array.from({ length: PLACES + SUITS }, () => /** @type {Found[]} */ ([]));
  return (/** @type {number} */ place, /** @type {number} */ suit, /** @type {number} */ jokers) =>
    (known[place][suit * 8 + jokers] ??= find(place, suit, jokers));
}

/**
 * What can become of each suit, looked at by itself. A place is a card, rank by rank from the ace.
 * @param {Task} task
 */
export function suitsIn({ offers, usual, mostJokers, needNatural }) {
  const mostNaturals = offers.map((ofCard) => Math.max(0, ...ofCard.map(({ naturals }) => naturals)));
  const boundJokers = offers.map((ofCard) => Math.min(...ofCard.map(({ jokers }) => jokers)));
  const boundAfter = boundJokers.map((_, place) => boundJokers.slice(place + 1).reduce((sum, bound) => sum + bound, 0));

  /** @type {Choice[][]} */
  const choices = offers.map((ofCard, place) => {
    const rank = Math.floor(place / SUITS);
    const ofRank = mostNaturals.slice(rank * SUITS, rank * SUITS + SUITS).reduce((sum, count) => sum + count, 0);
    const sets = mostSets(ofRank + mostJokers);
    const all = ofCard.flatMap((offer) => {
      const apart = needNatural ? offer.jokers : 0;
      return sharesOf(offer.naturals + offer.jokers - apart, sets, rank === 0).flatMap((plain) =>
        sharesOf(apart, sets - plain.set, rank === 0).map((jokers) => ({ offer, plain, jokers })),
      );
    });
    const oddity = (/** @type {Choice} */ { offer, plain, jokers }) =>
      Math.abs(offer.jokers - usual[place].jokers) + Math.abs(plain.set + jokers.set - usual[place].set);
    return all.sort((one, other) => oddity(other) - oddity(one));
  });

  /** @type {Suit[]} */
  const suits = [];
  const numbers = new Map();
  /** @param {Open} open @param {number[]} high */
  const numberOf = (open, high) => {
    const key = [...open, ...high].reduce((sum, count) => sum * 8 + count, 0);
    if (!numbers.has(key)) {
      if (suits.length === MOST_SUITS) throw new Error('too many different suits');
      numbers.set(key, suits.push({ open, high }) - 1);
    }
    return numbers.get(key);
  };

  /** @type {Going[][]} */
  const goings = [];
  /** @param {number} number @param {number} naturals @param {number} jokers */
  const goingsFrom = (number, naturals, jokers) =>
    (goings[(number * 16 + naturals) * 8 + jokers] ??= goingsOn(suits[number].open, naturals, jokers));

  /** The most cards that can come at a place; above the king these are the aces that are kept. @param {number} place @param {number[]} high @param {number} freeJokers */
  const room = (place, high, freeJokers) => {
    if (place < PLACES) return mostNaturals[place] + boundJokers[place] + freeJokers;
    return place < PLACES + SUITS ? high[0] + high[1] + high[2] : 0;
  };

  /** All that can be done with the cards of a place that leaves no run without hope. */
  const usesAt = keeping((place, number, jokersUsed) => {
    const { open, high: kept } = suits[number];
    const fewest = needed(open);
    /** @type {Use[]} */
    const uses = [];
    for (const choice of choices[place]) {
      const { offer, plain, jokers } = choice;
      const freeJokers = mostJokers - jokersUsed - offer.jokers - boundAfter[place];
      if (freeJokers < 0 || plain.run + jokers.run < fewest) continue;
      const high = place < SUITS ? [plain.high, jokers.high, 0] : kept;
      const next = room(place + SUITS, high, freeJokers);
      const after = room(place + 2 * SUITS, high, freeJokers);
      for (const { open: going, helped } of goingsFrom(number, plain.run, jokers.run)) {
        if (needed(going) > next || neededTwice(going) > after) continue;
        uses.push({ choice, helped, suit: numberOf(trimmed(going, next), high) });
      }
    }
    return uses;
  });

  /** How the aces that were kept end a suit; null where a run stays too short. @param {number} number @returns {number[] | null} */
  const endOf = (number) => {
    const { open, high } = suits[number];
    for (let more = 0; more <= high[2]; more++) {
      const end = goingsOn(open, high[0] + more, high[1]).find((going) => needed(going.open) === 0);
      if (end !== undefined) return end.helped;
    }
    return null;
  };

  /** The most that natural cards of the hand can bring from a place on, if a set is to be had for each card. */
  const promise = keeping(
    /** @returns {number} */ (place, number, jokersUsed) => {
      if (place >= PLACES) return endOf(number) === null ? -Infinity : 0;
      let most = -Infinity;
      for (const { choice, suit } of usesAt(place, number, jokersUsed)) {
        most = Math.max(most, choice.offer.value + promise(place + SUITS, suit, jokersUsed + choice.offer.jokers));
      }
      return most;
    },
  );

  /** The suit in which nothing has come yet. */
  const untouched = numberOf(NO_RUNS, [0, 0, 0]);

  /** A suit that can go on from a place as well as any: with all the long runs and aces that it could use. @param {number} place @param {number} jokersUsed */
  const ideal = (place, jokersUsed) => {
    const jokers = mostJokers - jokersUsed;
    return numberOf([0, 0, room(place, [], jokers), 0, 0, 0], [0, 0, mostNaturals[place % SUITS] + mostJokers]);
  };

  return { untouched, ideal, usesAt, endOf, promise };
}
