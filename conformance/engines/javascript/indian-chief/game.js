// @ts-check
import { actingIn } from '../acting.js';
import * as read from '../requests.js';
import { perform, performDeal, performRefill, performReshuffle } from './actions.js';
import { crowdRefusals, dealDeck, deckRefusals, tableRefusals } from './deal.js';
import { countRefusals, declarationRefusals } from './declarations.js';
import { legalActions, openTo } from './legal.js';
import { beginMatch, toAct } from './match.js';
import { kindOf } from './melds.js';
import { NEEDS, OPTIONS } from './options.js';
import { dealRefusals, refusals } from './refusals.js';
import * as own from './requests.js';
import { scoreMelds } from './score.js';
import { refillRefusals, reshuffleRefusals } from './stub.js';
import { viewOf } from './view.js';
/** @typedef {import('../protocol.js').Game} Game */

const act = actingIn({
  byChance: {
    deal: { read: own.dealt, refusals: dealRefusals, perform: performDeal },
    refill: { read: read.newStock, refusals: refillRefusals, perform: performRefill },
    reshuffle: { read: read.newStock, refusals: reshuffleRefusals, perform: performReshuffle },
  },
  action: own.action,
  refusals,
  perform,
});

/** @type {Game['aboutFacts'][string]} */
function answerDeal(request, rulesOf) {
  const deck = read.cards(request, 'deck');
  const players = read.integer(request, 'players');
  const dealer = read.seatAmong(Math.max(players, 1))(request, 'dealer');
  const rules = rulesOf(request);
  const atTable = [...tableRefusals(players), ...crowdRefusals(rules, players)];
  if (atTable.length > 0) return { clauses: atTable };
  const clauses = deckRefusals(players, deck);
  return clauses.length > 0 ? { clauses } : { answer: dealDeck(deck, { players, dealer }) };
}

/** @type {Game['aboutFacts'][string]} */
function answerSettle(request, rulesOf) {
  const choices = own.shown(request);
  const rules = rulesOf(request);
  const clauses = new Set([
    ...tableRefusals(choices.length),
    ...choices.flatMap((choice, seat) => [
      ...countRefusals(choice.cards),
      ...declarationRefusals(rules, seat, choice),
    ]),
  ]);
  if (clauses.size > 0) return { clauses: [...clauses] };
  return { answer: { points: scoreMelds(rules, { choices, earlier: [] }) } };
}

/** @type {Game} */
export const indianChief = {
  name: 'indian-chief',
  abilities: ['meld', 'deal', 'play', 'legal', 'view', 'settle', 'perft'],
  actions: ['choose', 'claim'],
  options: OPTIONS,
  needs: NEEDS,
  tableRefusals,
  begin: beginMatch,
  act,
  // What cannot be read comes before what is not played.
  aboutFacts: { meld: read.aboutCards('cards', (cards, rules) => kindOf(rules, cards)), deal: answerDeal, settle: answerSettle },
  view: viewOf,
  legal: legalActions,
  playing: { openTo, perform, toAct },
};
