const NEAR = 0.6;
const LONG = 6;

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

const nearest = (word, known) =>
  known
    .map((each) => ({ each, like: likeness(word, each) }))
    .filter(({ like }) => like >= NEAR)
    .sort((one, other) => other.like - one.like)[0]?.each;

/** The end of a message about an unknown name: the known one that it is nearest to, or all. */
export function meant(name, known) {
  const near = nearest(name, known);
  return near === undefined ? `; there are ${known.join(', ')}` : `; did you mean ${near}?`;
}

const plain = (word) => word.replaceAll('_', '').toLowerCase();

/**
 * The word that a name seems to be meant for, whatever its case and its `_`; undefined if none.
 * Any other name than the word with one slip behind its first letter is of the user's own: `melds`, `isLegal`.
 */
export const meantBy = (name, words) => words.find((word) => isSlip(plain(name), plain(word)));

function isSlip(name, word) {
  if (name === word) return true;
  if (word.length < LONG || name.startsWith(word)) return false;
  let begin = 0;
  while (begin < Math.min(name.length, word.length) && name[begin] === word[begin]) begin += 1;
  let end = 0;
  while (end < Math.min(name.length, word.length) - begin && name.at(-1 - end) === word.at(-1 - end)) end += 1;
  const [wrong, right] = [name, word].map((each) => each.slice(begin, each.length - end));
  const swapped = wrong.length === 2 && right === wrong[1] + wrong[0];
  return begin > 0 && (Math.max(wrong.length, right.length) === 1 || swapped);
}

/** A TypeError for an option that is not known, whose value would have no effect. */
export function checkOptions(options, known, place) {
  const wrong = Object.keys(options).find((name) => !known.includes(name));
  if (wrong !== undefined) throw new TypeError(`${place} has no option '${wrong}'${meant(wrong, known)}`);
}
