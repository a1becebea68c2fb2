// @ts-check
import * as read from './requests.js';
/** @typedef {import('./cards.js').Seat} Seat @typedef {import('./requests.js').Fields} Fields */

/**
 * Something that only chance does: how it is read, what refuses it, and what follows from it.
 * @template Match
 * @typedef {object} Chance
 * @property {(stated: Fields) => any} read
 * @property {(match: Match, asked: any) => string[]} refusals
 * @property {(match: Match, asked: any) => Match} perform
 */

/**
 * How a game takes an action: it is read, then refused or performed.
 * @template Match, Action
 * @param {object} game
 * @param {Record<string, Chance<Match>>} game.byChance
 * @param {(stated: Fields, match: Match) => Action} game.action reads what a seat does
 * @param {(match: Match, seat: Seat, action: Action) => string[]} game.refusals
 * @param {(match: Match, seat: Seat, action: Action) => Match} game.perform
 * @returns {(before: Match, by: Seat | null, stated: Fields) => {match: Match} | {clauses: string[]}}
 */
export const actingIn =
  ({ byChance, action: readAction, refusals, perform }) =>
  (before, by, stated) => {
    const type = read.text(stated, 'type');
    if (Object.hasOwn(byChance, type)) {
      const chance = byChance[type];
      const asked = chance.read(stated);
      const clauses = by === null ? chance.refusals(before, asked) : ['turn.to-act'];
      return clauses.length > 0 ? { clauses } : { match: chance.perform(before, asked) };
    }
    const action = readAction(stated, before);
    const clauses = by === null ? ['turn.to-act'] : refusals(before, by, action);
    return by === null || clauses.length > 0 ? { clauses } : { match: perform(before, by, action) };
  };
