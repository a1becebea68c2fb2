// @ts-check
import { holdsAll, sameCards, without } from '../cards.js';
import { failing, firstFailing } from '../conditions.js';
import { bestPlay } from './best.js';
import { JOKER, bare, isNamed } from './cards.js';
import { deadwoodOf } from './deadwood.js';
import { deckRefusals, packsFor, sizeRefusals } from './deal.js';
import { bondsOf, isFreedAmiss, isNamedAlike, isNamedAmiss } from './jokers.js';
import { isMatchOver, positionOf, toAct } from './match.js';
import { kindByNames, lacksNatural } from './melds.js';
/** @typedef {import('./cards.js').Card} Card @typedef {import('./cards.js').Table} Table */
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('../rules.js').Rules} Rules */
/** @typedef {import('./match.js').Match} Match */

/** @typedef {{type: 'rearrange', table: Table, cards: Card[]}} Rearrangement */
/** An action of a seat. @typedef {{type: 'draw' | 'knock' | 'decline'} | Rearrangement} Action */

const MOST_DRAWS = 3;
const MOST_TO_KNOCK = 4;

/**
 * Why chance cannot deal these cards now.
 * @param {Match} match @param {{hands: Card[][], stock: Card[]}} dealt
 */
export function dealRefusals(match, { hands, stock }) {
  const untimelyDeal = failing({
    'match.over': isMatchOver(match),
    'deal.between-hands': match.phase !== 'deal' && match.phase !== 'over',
  });
  if (untimelyDeal.length > 0) return untimelyDeal;
  return [
    ...deckRefusals(match.rules, match.players, [...hands.flat(), ...stock]),
    ...sizeRefusals(match.players, hands),
  ];
}

/** Whose turn comes after this one. @param {Match} match @param {Seat} seat */
const isNext = ({ players, acting }, seat) => seat === (acting + 1) % players;

/** Who acts, and in which phase. @param {Match} match @param {Seat} seat @param {Action} action */
function untimely(match, seat, { type }) {
  const { phase } = match;
  if (phase === 'knock' && type === 'draw' && isNext(match, seat)) return ['knock.next-waits'];
  const isAsked = toAct(match).includes(seat);
  return failing({
    'turn.to-act': !isAsked,
    'draw.first': phase === 'draw' && (type === 'rearrange' || type === 'decline'),
    'knock.after-own-turn': (phase === 'draw' || phase === 'meld') && type === 'knock',
    'knock.nothing-else': phase === 'knock' && (type === 'draw' || type === 'rearrange'),
  });
}

/** The cards of a table as they would be in a hand. @param {Table} table */
const bareCards = (table) => table.flat().map(bare);

/** Whether what the action names is there. @param {Match} match @param {Seat} seat @param {Action} action */
function missing({ stock, hands, table }, seat, action) {
  switch (action.type) {
    case 'draw':
      return failing({ 'stock.nothing-to-draw': stock.length === 0 });
    case 'rearrange':
      return failing({
        'rearrange.from-hand': !holdsAll(hands[seat], action.cards),
        'rearrange.as-named': !sameCards(without(bareCards(action.table), bareCards(table)), action.cards),
      });
    default:
      return [];
  }
}

/** What is against a new table. @param {Match} match @param {Rearrangement} action */
function tableRefusals({ rules, players, table: old }, { table, cards }) {
  const packs = packsFor(players);
  const taken = without(bareCards(old), bareCards(table));
  const isMoveEnough = rules.rearrange_only === 'allowed' && old.length > 0;
  return failing({
    'rearrange.needs-hand-card': cards.length === 0 && !isMoveEnough,
    'rearrange.no-pickup': taken.some((card) => card !== JOKER),
    'joker.no-return': taken.includes(JOKER),
    'joker.declare': !table.flat().every(isNamed),
    'rearrange.end-valid': table.some((meld) => meld.every(isNamed) && kindByNames(rules, meld) === null),
    'joker.keeps-identity': isFreedAmiss(bondsOf(rules, packs, old), table),
    'joker.domain': isNamedAmiss(rules, packs, old, table),
    'joker.two-alike': isNamedAlike(rules, table),
    'joker.natural-beside': table.some((meld) => meld.every(isNamed) && lacksNatural(rules, meld)),
  });
}

/** Why a table that is stated cannot lie there. @param {Rules} rules @param {Table} lying */
export function statedTableRefusals(rules, lying) {
  if (!lying.flat().every(isNamed)) return ['joker.declare'];
  if (lying.some((meld) => kindByNames(rules, meld) === null)) return ['rearrange.end-valid'];
  return failing({ 'joker.natural-beside': lying.some((meld) => lacksNatural(rules, meld)) });
}

/** Whether a turn may end here without a meld. @param {Match} match */
function mayStop({ rules, stock, draws }) {
  if (stock.length === 0 || draws === MOST_DRAWS) return true;
  return draws === 1 ? rules.second_draw === 'may_pass' : rules.second_pass === 'may_pass';
}

/** All other conditions. @param {Match} match @param {Seat} seat @param {Action} action */
function forbidden(match, seat, action) {
  switch (action.type) {
    case 'draw':
      return failing({ 'draw.no-fourth': match.draws === MOST_DRAWS });
    case 'rearrange':
      return tableRefusals(match, action);
    case 'knock':
      return failing({ 'knock.threshold': isTooMuch(deadwoodOf(positionOf(match, seat))) });
    default:
      return failing({ 'draw.no-pass': match.phase === 'meld' && !mayStop(match) });
  }
}

/** Whether a hand counts too much for a knock. @param {number} deadwood */
export const isTooMuch = (deadwood) => deadwood > MOST_TO_KNOCK;

/** Whether more must be melded. @param {Match} match @param {Seat} seat @param {Action} action */
function insufficient(match, seat, action) {
  if (action.type !== 'rearrange' || match.rules.meld_amount === 'free') return [];
  const most = bestPlay(positionOf(match, seat), 'cards')?.cards.length ?? 0;
  return failing({ 'meld.all-that-can': action.cards.length < most });
}

/**
 * All clauses that refuse an action in the first stage in which one does; none where it is accepted.
 * @param {Match} match @param {Seat} seat @param {Action} action
 * @returns {string[]}
 */
export const refusals = (match, seat, action) =>
  firstFailing([untimely, missing, forbidden, insufficient], match, seat, action);
