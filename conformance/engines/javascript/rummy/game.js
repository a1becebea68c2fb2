// @ts-check
import { actingIn } from '../acting.js';
import { kindOf } from '../melds.js';
import * as read from '../requests.js';
import { perform, performDeal, performReshuffle } from './actions.js';
import { dealPack, isWholePack, sizeAt, tableRefusals } from './deal.js';
import { cutRefusals, performCut } from './dealer.js';
import { legalActions, openTo } from './legal.js';
import { beginMatch, toAct } from './match.js';
import { NEEDS, OPTIONS } from './options.js';
import { dealRefusals, refusals } from './refusals.js';
import * as own from './requests.js';
import { countOf, scoreHand } from './score.js';
import { reshuffleRefusals } from './stock.js';
import { viewOf } from './view.js';
/** @typedef {import('../protocol.js').Game} Game */

const act = actingIn({
  byChance: {
    cut: { read: (stated) => own.cut(stated, 'cards'), refusals: cutRefusals, perform: performCut },
    deal: { read: read.dealt, refusals: dealRefusals, perform: performDeal },
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
  rulesOf(request);
  const atTable = tableRefusals(players);
  if (atTable.length > 0) return { clauses: atTable };
  return isWholePack(deck) ? { answer: dealPack(deck, players, dealer) } : { clauses: ['deck.standard'] };
}

/** @type {Game['aboutFacts'][string]} */
function answerSettle(request, rulesOf) {
  const ending = own.ending(request);
  const rules = rulesOf(request);
  const atTable = tableRefusals(ending.hands.length);
  if (atTable.length > 0) return { clauses: atTable };
  own.checkSizes(ending, sizeAt(ending.hands.length));
  return { answer: scoreHand(rules, ending) };
}

/** @type {Game} */
export const rummy = {
  name: 'rummy',
  abilities: ['meld', 'deadwood', 'deal', 'play', 'legal', 'view', 'settle', 'perft'],
  actions: ['draw', 'take', 'meld', 'lay_off', 'discard'],
  options: OPTIONS,
  needs: NEEDS,
  tableRefusals,
  begin: beginMatch,
  act,
  // What cannot be read comes before what is not played.
  aboutFacts: {
    meld: read.aboutCards('cards', kindOf),
    deadwood: read.aboutCards('hand', countOf),
    deal: answerDeal,
    settle: answerSettle,
  },
  view: viewOf,
  legal: legalActions,
  playing: { openTo, perform, toAct },
};
