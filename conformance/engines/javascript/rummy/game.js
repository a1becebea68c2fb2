// @ts-check
import { isWholePack } from '../cards.js';
import { kindOf } from '../melds.js';
import * as read from '../requests.js';
import { perform, performDeal, performReshuffle } from './actions.js';
import { dealPack, tableRefusals } from './deal.js';
import { cutRefusals, performCut } from './dealer.js';
import { legalActions, openTo } from './legal.js';
import { beginMatch } from './match.js';
import { NEEDS, OPTIONS } from './options.js';
import { dealRefusals, refusals } from './refusals.js';
import * as own from './requests.js';
import { countOf, scoreHand } from './score.js';
import { reshuffleRefusals } from './stock.js';
import { viewOf } from './view.js';
/** @typedef {import('../protocol.js').Game} Game @typedef {import('../requests.js').Fields} Fields */
/** @typedef {import('./match.js').Match} Match */

/**
 * Something that only chance does: how it is read, what refuses it, and what follows from it.
 * @typedef {object} Chance
 * @property {(stated: Fields) => any} read
 * @property {(match: Match, asked: any) => string[]} refusals
 * @property {(match: Match, asked: any) => Match} perform
 */
/** @type {Record<string, Chance>} */
const BY_CHANCE = {
  cut: { read: (stated) => own.cut(stated, 'cards'), refusals: cutRefusals, perform: performCut },
  deal: { read: own.dealt, refusals: dealRefusals, perform: performDeal },
  reshuffle: { read: (stated) => read.cards(stated, 'stock'), refusals: reshuffleRefusals, perform: performReshuffle },
};

/** @type {Game['act']} */
function act(before, by, stated) {
  const type = read.text(stated, 'type');
  if (Object.hasOwn(BY_CHANCE, type)) {
    const chance = BY_CHANCE[type];
    const asked = chance.read(stated);
    const clauses = by === null ? chance.refusals(before, asked) : ['turn.to-act'];
    return clauses.length > 0 ? { clauses } : { match: chance.perform(before, asked) };
  }
  const action = own.action(stated);
  const clauses = by === null ? ['turn.to-act'] : refusals(before, by, action);
  return by === null || clauses.length > 0 ? { clauses } : { match: perform(before, by, action) };
}

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
  return atTable.length > 0 ? { clauses: atTable } : { answer: scoreHand(rules, ending) };
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
  players: ({ players }) => players,
  act,
  // What cannot be read comes before what is not played.
  aboutFacts: {
    meld(request, rulesOf) {
      const cards = read.cards(request, 'cards');
      rulesOf(request);
      return { answer: kindOf(cards) };
    },
    deadwood(request, rulesOf) {
      const hand = read.cards(request, 'hand');
      return { answer: countOf(hand, rulesOf(request)) };
    },
    deal: answerDeal,
    settle: answerSettle,
  },
  view: viewOf,
  legal: legalActions,
  result: (match) => match.result,
  playing: { openTo, perform, isOver: ({ phase }) => phase === 'over' },
};
