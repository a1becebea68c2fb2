const NEAR = 0.6;
const ALIKE = 0.8;

/** How much two words share: 1 if they are the same, 0 if no letter is. */
function likeness(one, other) {
  let shared = new Array(other.length + 1).fill(0);
  for (const letter of one) {
    const row = [0];
    for (const [at, its] of [...other].entries()) {
      row.push(letter === its ? shared[at] + 1 : Math.max(shared[at + 1], row[at]));
    }
    shared = row;
  }
  return (2 * shared.at(-1)) / (one.length + other.length);
}

const nearest = (word, known, least) =>
  known
    .map((each) => ({ each, like: likeness(word, each) }))
    .filter(({ like }) => like >= least)
    .sort((one, other) => other.like - one.like)[0]?.each;

/** The end of a message about an unknown name: the known one that it is nearest to, or all. */
export function meant(name, known) {
  const near = nearest(name, known, NEAR);
  return near === undefined ? `; there are ${known.join(', ')}` : `; did you mean ${near}?`;
}

const plain = (word) => word.replaceAll('_', '').toLowerCase();

/**
 * The word that a name seems to be meant for, whatever its case and its `_`; undefined if none.
 * A longer form of the word, like `melds`, is a name of the user's own.
 */
export function meantBy(name, words) {
  const near = nearest(plain(name), words.map(plain), ALIKE);
  if (near === undefined || (plain(name) !== near && plain(name).startsWith(near))) return undefined;
  return words.find((word) => plain(word) === near);
}

/** A TypeError for an option that is not known, whose value would have no effect. */
export function checkOptions(options, known, place) {
  const wrong = Object.keys(options).find((name) => !known.includes(name));
  if (wrong !== undefined) throw new TypeError(`${place} has no option '${wrong}'${meant(wrong, known)}`);
}
