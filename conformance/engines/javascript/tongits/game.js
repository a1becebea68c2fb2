// @ts-check
import { actingIn } from '../acting.js';
import { sameCards } from '../cards.js';
import { kindOf } from '../melds.js';
import * as read from '../requests.js';
import { perform, performDeal } from './actions.js';
import { deadwood } from './arrangements.js';
import { legalActions, openTo } from './legal.js';
import { beginMatch, dealRefusals, toAct } from './match.js';
import { NEEDS, OPTIONS } from './options.js';
import { refusals } from './refusals.js';
import * as own from './requests.js';
import { SEATS, SIZE, dealPack } from './seats.js';
import { comparedSeats, settle } from './settlement.js';
import { viewOf } from './view.js';
/** @typedef {import('../protocol.js').Game} Game @typedef {import('../requests.js').Fields} Fields */

/** @param {Fields} stated @returns {import('./settlement.js').Meld} */
function statedMeld(stated) {
  const owner = own.seat(stated, 'owner');
  const cards = read.cards(stated, 'cards');
  const laidBy = own.laidBy(stated, 'laid_by') ?? cards.map(() => owner);
  if (laidBy.length !== cards.length) throw new read.Unreadable('laid_by does not fit cards');
  return {
    owner,
    cards,
    faceDown: read.flagged(stated, 'face_down'),
    laidInTurn: 0,
    taken: null,
    laidOff: cards.flatMap((card, at) =>
      laidBy[at] === owner ? [] : [{ card, by: laidBy[at], from: /** @type {const} */ ('elsewhere'), asMeld: false }],
    ),
  };
}

/** @type {Game['aboutFacts'][string]} */
function answerSettle(request, rulesOf) {
  const end = own.ending(request, 'end');
  const hands = read.hands(request, 'hands');
  if (hands.length !== SEATS.length) throw new read.Unreadable('hands of three seats are needed');
  const melds = own.melds(request, 'melds').map(statedMeld);
  const winner = own.optionalSeat(request, 'winner');
  const caller = own.optionalSeat(request, 'caller');
  const challengers = own.seats(request, 'challengers');
  const all = [...hands, ...melds.map(({ cards }) => cards)].flat();
  if (new Set(all).size !== all.length) throw new read.Unreadable('a card stands twice');
  if (end === 'draw' && caller === null) throw new read.Unreadable('a draw without its caller');
  const rules = rulesOf(request);
  const layingOffOpens = rules.layoff_opens_hand === 'layoffs_open_too';
  const laidOff = (/** @type {number} */ seat) =>
    layingOffOpens && melds.some((meld) => meld.laidOff.some(({ by }) => by === seat));
  const opened = SEATS.map((seat) => laidOff(seat) || melds.some(({ owner }) => owner === seat));
  const openedFaceUp = SEATS.map(
    (seat) => laidOff(seat) || melds.some(({ owner, faceDown }) => owner === seat && !faceDown),
  );
  const stated = { rules, end, winner, caller, challengers, hands, opened, takenIntoHand: [] };
  const { deadwood, burned, payments, receipt } = settle({
    ...stated,
    melds,
    openedFaceUp,
    compared: comparedSeats(stated),
    lastDrawer: null,
    finalDiscard: null,
    fromEachLoser: 0,
  });
  return { answer: { payments, burned, deadwood, receipt } };
}

/** @type {Game['aboutFacts'][string]} */
function answerDeal(request, rulesOf) {
  const deck = read.cards(request, 'deck');
  const dealer = own.seat(request, 'dealer');
  const rules = rulesOf(request);
  if (!sameCards(SIZE.pack, deck)) return { clauses: ['cards.standard-52'] };
  return { answer: dealPack(deck, dealer, rules.deal_pattern) };
}

const act = actingIn({
  byChance: {
    deal: {
      read: (stated) => ({ hands: read.hands(stated, 'hands'), stock: read.cards(stated, 'stock') }),
      refusals: (match, { hands, stock }) => dealRefusals(match, hands, stock),
      perform: (match, { hands, stock }) => performDeal(match, hands, stock),
    },
  },
  action: own.action,
  refusals,
  perform,
});

/** @type {Game} */
export const tongits = {
  name: 'tongits',
  abilities: ['meld', 'deadwood', 'deal', 'play', 'legal', 'view', 'settle', 'perft'],
  actions: ['draw', 'take', 'expose', 'lay_off', 'discard', 'call_tongits', 'call_draw', 'fold', 'challenge'],
  options: OPTIONS,
  needs: NEEDS,
  tableRefusals: (players) => (players === SEATS.length ? [] : ['game.three-seats']),
  begin: (rules, _players, dealer) => beginMatch(rules, dealer),
  act,
  // What cannot be read comes before what is not played.
  aboutFacts: {
    meld: read.aboutCards('cards', kindOf),
    deadwood: read.aboutCards('hand', deadwood),
    deal: answerDeal,
    settle: answerSettle,
  },
  view: viewOf,
  legal: legalActions,
  playing: { openTo, perform, toAct },
};
