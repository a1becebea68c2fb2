// @ts-check
import { actingIn } from '../acting.js';
import * as read from '../requests.js';
import { perform, performDeal, performReshuffle } from './actions.js';
import { crowdRefusals, dealDeck, deckRefusals, sizeOf, tableRefusals, wildIn, wildRefusals } from './deal.js';
import { counting } from './deadwood.js';
import { legalActions, openTo } from './legal.js';
import { beginMatch, toAct } from './match.js';
import { kindOf } from './melds.js';
import { NEEDS, OPTIONS } from './options.js';
import { dealRefusals, refusals } from './refusals.js';
import * as own from './requests.js';
import { scoreHand } from './score.js';
import { reshuffleRefusals } from './stock.js';
import { viewOf } from './view.js';
/** @typedef {import('../protocol.js').Game} Game @typedef {import('../rules.js').Rules} Rules */
/** @typedef {import('../cards.js').Card} Card */

const act = actingIn({
  byChance: {
    deal: { read: read.dealt, refusals: dealRefusals, perform: performDeal },
    reshuffle: { read: read.newStock, refusals: reshuffleRefusals, perform: performReshuffle },
  },
  action: own.action,
  refusals,
  perform,
});

/**
 * Answers a question about cards of which one rank is wild.
 * @param {string} field that the cards stand in
 * @param {(rules: Rules, wild: string, cards: Card[]) => unknown} answer
 * @returns {Game['aboutFacts'][string]}
 */
const aboutCards = (field, answer) => (request, rulesOf) => {
  const cards = read.cards(request, field);
  const wild = own.rank(request, 'wild');
  const rules = rulesOf(request);
  const clauses = wildRefusals(wild);
  return clauses.length > 0 ? { clauses } : { answer: answer(rules, wild, cards) };
};

/** @type {Game['aboutFacts'][string]} */
function answerDeal(request, rulesOf) {
  const deck = read.cards(request, 'deck');
  const players = read.integer(request, 'players');
  const dealer = read.seatAmong(Math.max(players, 1))(request, 'dealer');
  const handNumber = read.handNumber(request);
  const rules = rulesOf(request);
  const atTable = [...tableRefusals(players, handNumber), ...crowdRefusals(rules, players)];
  if (atTable.length > 0) return { clauses: atTable };
  const clauses = deckRefusals(players, deck);
  return clauses.length > 0 ? { clauses } : { answer: dealDeck(deck, { players, dealer, handNumber }) };
}

/** @type {Game['aboutFacts'][string]} */
function answerSettle(request, rulesOf) {
  const { hands, handNumber, out } = own.ending(request);
  const rules = rulesOf(request);
  const clauses = tableRefusals(hands.length, handNumber);
  if (clauses.length > 0) return { clauses };
  own.checkSizes(hands, sizeOf(handNumber));
  return { answer: scoreHand(rules, { hands, out, wild: wildIn(handNumber) }) };
}

/** @type {Game} */
export const threeThirteen = {
  name: 'three-thirteen',
  abilities: ['meld', 'deadwood', 'deal', 'play', 'legal', 'view', 'settle', 'perft', 'late-start'],
  actions: ['draw', 'take', 'discard', 'go_out', 'keep'],
  options: OPTIONS,
  needs: NEEDS,
  tableRefusals,
  begin: beginMatch,
  act,
  // What cannot be read comes before what is not played.
  aboutFacts: {
    meld: aboutCards('cards', kindOf),
    deadwood: aboutCards('hand', (rules, wild, hand) => counting(rules, wild)(hand)),
    deal: answerDeal,
    settle: answerSettle,
  },
  view: viewOf,
  legal: legalActions,
  playing: { openTo, perform, toAct },
};
