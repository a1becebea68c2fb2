// @ts-check

/**
 * The runs of a suit that end with the rank that was looked at last, counted: those of one card, of two and of
 * three or more that have a natural card, and then the same of jokers alone.
 * @typedef {number[]} Open
 */

/**
 * What becomes of open runs with the cards of the next rank; `helped` tells how many of the runs of jokers
 * alone, by their lengths, get a natural card.
 * @typedef {{open: Open, helped: number[]}} Going
 */

/** @type {Open} */
export const NO_RUNS = [0, 0, 0, 0, 0, 0];

/** How many runs must go on with the next rank: they are too short, or have no natural card. @param {Open} open */
export const needed = ([one, two, , bareOne, bareTwo, bareLong]) => one + two + bareOne + bareTwo + bareLong;

/** How many must go on with the rank after it, too. @param {Open} open */
export const neededTwice = ([one, , , bareOne]) => one + bareOne;

/**
 * The ways in which so many cards of the next rank continue open runs or begin new ones. Of the runs that need
 * not go on as many do as can: such a run can do all that a new one could, and may end at any time.
 * @param {Open} open @param {number} naturals @param {number} jokers
 * @returns {Going[]}
 */
export function goingsOn(open, naturals, jokers) {
  const [one, two, long, bareOne, bareTwo, bareLong] = open;
  const spare = naturals + jokers - needed(open);
  if (spare < 0) return [];
  const longer = Math.min(long, spare);
  const fresh = spare - longer;
  const bare = bareOne + bareTwo + bareLong;
  const goings = [];
  for (let first = 0; first <= bareOne; first++) {
    for (let second = 0; second <= bareTwo; second++) {
      for (let third = 0; third <= bareLong; third++) {
        const naturalsLeft = naturals - first - second - third;
        if (naturalsLeft < 0 || jokers < bare - first - second - third) continue;
        const freshNatural = Math.min(fresh, naturalsLeft);
        goings.push({
          open: [
            freshNatural,
            one + first,
            two + second + third + longer,
            fresh - freshNatural,
            bareOne - first,
            bareTwo - second + bareLong - third,
          ],
          helped: [first, second, third],
        });
      }
    }
  }
  return goings;
}

/**
 * The same runs without those that need not go on and could not. With how many cards can come, two ways
 * that differ in nothing else are alike.
 * @param {Open} open @param {number} most cards of the next rank
 * @returns {Open}
 */
export const trimmed = (open, most) => open.map((count, kind) => (kind === 2 ? Math.min(count, most - needed(open)) : count));
