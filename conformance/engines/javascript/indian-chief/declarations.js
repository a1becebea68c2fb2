// @ts-check
import { holdsAll } from '../cards.js';
import { failing } from '../conditions.js';
import { boxOf } from './melds.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules */

/**
 * What a seat chooses for its meld, and what it names with it.
 * @typedef {object} Choice
 * @property {Card[]} cards
 * @property {string | null} suit of a Doctor
 * @property {Card[]} baccarat two cards of an Indian Chief, or none
 * @property {Seat | null} opponent of a Beggar Man
 */

/** Which declarations the readings ask for. @param {Rules} rules */
export const declaredUnder = ({ doctor_suit: suit, chief_split: split, beggar_scope: scope }) => ({
  suit: suit === 'named_at_commit',
  baccarat: split === 'declared_at_commit',
  opponent: scope === 'one_named',
});

/** Whether two cards, and not others, are named of the chosen ones. @param {Choice} choice */
const isSplit = ({ cards, baccarat }) => baccarat.length === 2 && holdsAll(cards, baccarat);

/**
 * Why what is named with a choice is not what the readings ask for. Where a reading has something named and it
 * is named with another meld, two clauses say no: the one of the reading, and that nothing else is named.
 * @param {Rules} rules @param {Seat} seat @param {Choice} choice
 */
export function declarationRefusals(rules, seat, choice) {
  const { suit, baccarat, opponent } = choice;
  const asked = declaredUnder(rules);
  const box = boxOf(choice.cards);
  const named = { suit: suit !== null, baccarat: baccarat.length > 0, opponent: opponent !== null };
  const wanted = {
    suit: asked.suit && box === 'doctor',
    baccarat: asked.baccarat && box === 'indian_chief',
    opponent: asked.opponent && box === 'beggar_man',
  };
  return failing({
    'turn.nothing-declared':
      (named.suit && !wanted.suit) || (named.baccarat && !wanted.baccarat) || (named.opponent && !wanted.opponent),
    'doctor.suit-named': asked.suit && named.suit !== wanted.suit,
    'chief.split-declared': asked.baccarat && (wanted.baccarat ? !isSplit(choice) : named.baccarat),
    'beggar.opponent-named': asked.opponent && (named.opponent !== wanted.opponent || opponent === seat),
  });
}

/** Why so many cards are no meld. @param {Card[]} cards */
export const countRefusals = (cards) =>
  failing({ 'turn.must-meld': cards.length === 0, 'melds.sizes': cards.length > 0 && boxOf(cards) === null });
