// @ts-check
import { actingIn } from '../acting.js';
import * as read from '../requests.js';
import { perform, performDeal } from './actions.js';
import { bestPlay } from './best.js';
import { deadwoodOf } from './deadwood.js';
import { dealDeck, deckFor, deckRefusals, packsFor, tableRefusals } from './deal.js';
import { follow, legalActions, openTo } from './legal.js';
import { beginMatch, toAct } from './match.js';
import { kindOf } from './melds.js';
import { NEEDS, OPTIONS } from './options.js';
import { dealRefusals, isTooMuch, refusals, statedTableRefusals } from './refusals.js';
import * as own from './requests.js';
import { isOverWith, scoreHand } from './score.js';
import { viewOf } from './view.js';
/** @typedef {import('../protocol.js').Game} Game */

const act = actingIn({
  byChance: { deal: { read: own.dealt, refusals: dealRefusals, perform: performDeal } },
  action: own.action,
  refusals,
  perform,
});

/** @type {Game['aboutFacts'][string]} */
function answerMeld(request, rulesOf) {
  const cards = own.meld(request, 'cards');
  return { answer: kindOf(rulesOf(request), cards) };
}

/** A hand without a table of players may be of two packs. */
const PACKS_AT_MOST = 2;

/** @type {Game['aboutFacts'][string]} */
function answerDeadwood(request, rulesOf) {
  const hand = own.cards(request, 'hand');
  const table = own.table(request, 'table');
  own.checkCopies(own.LARGEST_DECK, hand, table);
  const rules = rulesOf(request);
  const clauses = statedTableRefusals(rules, table);
  if (clauses.length > 0) return { clauses };
  return { answer: deadwoodOf({ rules, packs: PACKS_AT_MOST, table, hand }) };
}

/** @type {Game['aboutFacts'][string]} */
function answerDeal(request, rulesOf) {
  const deck = own.cards(request, 'deck');
  const players = read.integer(request, 'players');
  const dealer = read.seatAmong(Math.max(players, 1))(request, 'dealer');
  const rules = rulesOf(request);
  const atTable = tableRefusals(players);
  if (atTable.length > 0) return { clauses: atTable };
  const clauses = deckRefusals(rules, players, deck);
  return clauses.length > 0 ? { clauses } : { answer: dealDeck(deck, { players, dealer }) };
}

/** @type {Game['aboutFacts'][string]} */
function answerSettle(request, rulesOf) {
  const ending = own.ending(request);
  const { knocker, hands, table, scores } = ending;
  const rules = rulesOf(request);
  const stated = [...tableRefusals(hands.length), ...statedTableRefusals(rules, table)];
  if (stated.length > 0) return { clauses: stated };
  own.checkCopies(deckFor(rules, hands.length), hands.flat(), table);
  if (isOverWith(rules, scores)) return { clauses: ['match.over'] };
  const answer = scoreHand(rules, ending);
  const isRefused = knocker !== null && isTooMuch(answer.deadwood[knocker]);
  return isRefused ? { clauses: ['knock.threshold'] } : { answer };
}

/** @type {Game['aboutFacts'][string]} */
function answerBest(request, rulesOf) {
  const players = read.integer(request, 'players');
  const hand = own.cards(request, 'hand');
  const table = own.table(request, 'table');
  const by = own.measure(request, 'by');
  const rules = rulesOf(request);
  const stated = [...tableRefusals(players), ...statedTableRefusals(rules, table)];
  if (stated.length > 0) return { clauses: stated };
  own.checkCopies(deckFor(rules, players), hand, table);
  // Who must meld all that can be melded chooses among the largest melds.
  const measure = by === 'points' && rules.meld_amount === 'maximum' ? 'cards_then_points' : by;
  return { answer: bestPlay({ rules, packs: packsFor(players), table, hand }, measure) };
}

/** @type {Game} */
export const carousel = {
  name: 'carousel',
  abilities: ['meld', 'deadwood', 'deal', 'play', 'legal', 'view', 'settle', 'best', 'perft'],
  actions: ['draw', 'rearrange', 'knock', 'decline'],
  options: OPTIONS,
  needs: NEEDS,
  tableRefusals,
  begin: beginMatch,
  act,
  // What cannot be read comes before what is not played.
  aboutFacts: {
    meld: answerMeld,
    deadwood: answerDeadwood,
    deal: answerDeal,
    settle: answerSettle,
    best: answerBest,
  },
  view: viewOf,
  legal: legalActions,
  playing: { openTo, perform: follow, toAct },
};
