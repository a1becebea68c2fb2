// @ts-check
/**
 * @template Match, Action
 * @typedef {object} Playing
 * @property {(match: Match) => {seat: number, action: Action}[]} openTo what the seats may do now
 * @property {(match: Match, seat: number, action: Action) => Match} perform
 * @property {(match: Match) => boolean} isOver whether no seat is to act: the hand is over, or chance is due
 */

/**
 * How many sequences of accepted actions there are; one after which no seat is to act counts once.
 * @template Match, Action
 * @param {Playing<Match, Action>} playing
 * @param {Match} match
 * @param {number} depth
 * @returns {number}
 */
const sequences = (playing, match, depth) =>
  depth === 0 || playing.isOver(match)
    ? 1
    : playing.openTo(match).reduce((sum, { seat, action }) => {
        const after = playing.perform(match, seat, action);
        return sum + sequences(playing, after, depth - 1);
      }, 0);

/**
 * Sequences split by their first action.
 * @template Match, Action
 * @param {Playing<Match, Action>} playing
 * @param {Match} match
 * @param {number} depth
 * @returns {[Action, number][]}
 */
export const perft = (playing, match, depth) =>
  depth === 0
    ? []
    : playing
        .openTo(match)
        .map(({ seat, action }) => [action, sequences(playing, playing.perform(match, seat, action), depth - 1)]);
