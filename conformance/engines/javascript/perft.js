// @ts-check
/**
 * @template Match, Action
 * @typedef {object} Playing
 * @property {(match: Match) => {seat: number, action: Action}[]} openTo what the seats may do now
 * @property {(match: Match, seat: number, action: Action) => Match} perform
 * @property {(match: Match) => number[]} toAct the seats; none where the hand is over, or chance is due
 */

/**
 * Whether no seat is to act.
 * @template Match
 * @param {Playing<Match, any>} playing
 * @param {Match} match
 */
export const waits = ({ toAct }, match) => toAct(match).length === 0;

/**
 * How many sequences of accepted actions there are; one after which no seat is to act counts once.
 * @template Match, Action
 * @param {Playing<Match, Action>} playing
 * @param {Match} match
 * @param {number} depth
 * @returns {number}
 */
function sequences(playing, match, depth) {
  if (depth === 0 || waits(playing, match)) return 1;
  const open = playing.openTo(match);
  // What the last action of a sequence leads to makes no difference.
  if (depth === 1) return open.length;
  return open.reduce(
    (sum, { seat, action }) => sum + sequences(playing, playing.perform(match, seat, action), depth - 1),
    0,
  );
}

/** Two actions have the same key where they are the same but for the order of cards. @param {object} action */
const keyOf = (action) => JSON.stringify(action, (_, value) => (Array.isArray(value) ? [...value].sort() : value));

/**
 * Sequences split by their first action; one that several seats can do alike stands there once.
 * @template Match, Action
 * @param {Playing<Match, Action>} playing
 * @param {Match} match
 * @param {number} depth
 * @returns {[Action, number][]}
 */
export function perft(playing, match, depth) {
  if (depth === 0) return [];
  /** @type {Map<string, [Action, number]>} */
  const counts = new Map();
  for (const { seat, action } of playing.openTo(match)) {
    const count = sequences(playing, playing.perform(match, seat, action), depth - 1);
    const key = keyOf(action);
    counts.set(key, [action, (counts.get(key)?.[1] ?? 0) + count]);
  }
  return [...counts.values()];
}
