// @ts-check
import { perform, performDeal } from './actions.js';
import { deadwood } from './arrange.js';
import { SEATS, dealPack, isWholePack } from './cards.js';
import { legalActions, perft } from './legal.js';
import { beginMatch, dealRefusals } from './match.js';
import { kindOf } from './melds.js';
import { OPTIONS } from './options.js';
import { refusals } from './refusals.js';
import * as read from './requests.js';
import { comparedSeats, settle } from './settlement.js';
import { viewOf } from './view.js';
/** @typedef {import('./match.js').Match} Match @typedef {import('./requests.js').Fields} Fields */
/** @typedef {Record<string, unknown>} Reply */

const PROTOCOL = 1;

const HELLO = {
  protocol: PROTOCOL,
  engine: { name: 'tongits-clean-room', version: '1.0.0', language: 'javascript' },
  games: {
    tongits: {
      abilities: ['meld', 'deadwood', 'deal', 'play', 'legal', 'view', 'settle', 'perft'],
      options: OPTIONS,
      actions: ['draw', 'take', 'expose', 'lay_off', 'discard', 'call_tongits', 'call_draw', 'fold', 'challenge'],
    },
  },
};

/** @param {string[]} clauses @returns {Reply} */
const refused = (clauses) => ({ ok: false, clauses: clauses.map((clause) => `tongits.${clause}`) });

/** @param {unknown} answer @returns {Reply} */
const answered = (answer) => ({ ok: true, answer });

/** @param {Fields} stated @returns {import('./settlement.js').Meld} */
function statedMeld(stated) {
  const owner = read.seat(stated, 'owner');
  const cards = read.cards(stated, 'cards');
  const laidBy = read.laidBy(stated, 'laid_by') ?? cards.map(() => owner);
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

/** @param {Fields} request */
function answerSettle(request) {
  const end = read.ending(request, 'end');
  const hands = read.hands(request, 'hands');
  if (hands.length !== SEATS.length) throw new read.Unreadable('hands of three seats are needed');
  const melds = read.melds(request, 'melds').map(statedMeld);
  const winner = read.optionalSeat(request, 'winner');
  const caller = read.optionalSeat(request, 'caller');
  const challengers = read.seats(request, 'challengers');
  const rules = read.gameRules(request);
  const layingOffOpens = rules.layoff_opens_hand === 'yes';
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
  return answered({ payments, burned, deadwood, receipt });
}

/** @param {Fields} request */
function answerDeal(request) {
  const deck = read.cards(request, 'deck');
  const dealer = read.seat(request, 'dealer');
  const rules = read.gameRules(request);
  return isWholePack(deck) ? answered(dealPack(deck, dealer, rules.deal_pattern)) : refused(['cards.standard-52']);
}

/**
 * Questions that state all that they ask about; what cannot be read comes before what is not played.
 * @type {Record<string, (request: Fields) => Reply>}
 */
const ABOUT_FACTS = {
  meld(request) {
    const cards = read.cards(request, 'cards');
    read.gameRules(request);
    return answered(kindOf(cards));
  },
  deadwood(request) {
    const hand = read.cards(request, 'hand');
    return answered(deadwood(hand, read.gameRules(request)));
  },
  deal: answerDeal,
  settle: answerSettle,
};

/**
 * Questions about the match that is running.
 * @type {Record<string, (match: Match, request: Fields) => Reply>}
 */
const ABOUT_MATCH = {
  view: (match, request) => answered(viewOf(match, read.seat(request, 'seat'))),
  legal: (match, request) => answered(legalActions(match, read.seat(request, 'seat')).map(read.written)),
  result: (match) => answered(match.result),
  perft(match, request) {
    const depth = read.integer(request, 'depth');
    if (depth < 0) throw new read.Unreadable('depth is less than nought');
    const byAction = perft(match, depth);
    const total = depth === 0 ? 1 : byAction.reduce((sum, [, count]) => sum + count, 0);
    return answered({ total, by_action: byAction.map(([action, count]) => [read.written(action), count]) });
  },
};

/**
 * An engine that answers one line after the other.
 * @returns {(line: string) => string}
 */
export function createEngine() {
  /** @type {Match | null} */
  let match = null;
  // After a begin that was skipped, all that belongs to its match is skipped as well.
  let skipping = false;

  const running = () => {
    if (skipping) throw new read.NotPlayed('the match was skipped');
    if (match === null) throw new read.Unreadable('no match is begun');
    return match;
  };

  /** @type {Record<string, (request: Fields) => Reply>} */
  const commands = {
    hello(request) {
      const protocol = read.integer(request, 'protocol');
      return protocol === PROTOCOL ? HELLO : { skipped: `protocol ${protocol} is not spoken here` };
    },

    begin(request) {
      const players = read.integer(request, 'players');
      const dealer = read.integer(request, 'dealer');
      if (dealer < 0 || dealer >= Math.max(players, 1)) throw new read.Unreadable(`no such seat: ${dealer}`);
      try {
        const rules = read.gameRules(request);
        if (players !== SEATS.length) return refused(['game.three-seats']);
        match = beginMatch(rules, dealer);
        skipping = false;
        return { ok: true };
      } catch (error) {
        if (error instanceof read.NotPlayed) skipping = true;
        throw error;
      }
    },

    act(request) {
      const before = running();
      const byChance = request.by === 'chance';
      const stated = read.object(request, 'do');
      const by = byChance ? null : read.seat(request, 'by');
      if (read.text(stated, 'type') === 'deal') {
        const hands = read.hands(stated, 'hands');
        const stock = read.cards(stated, 'stock');
        const clauses = byChance ? dealRefusals(before, hands, stock) : ['turn.to-act'];
        if (clauses.length > 0) return refused(clauses);
        match = performDeal(before, hands, stock);
        return { ok: true };
      }
      const action = read.action(stated);
      const clauses = by === null ? ['turn.to-act'] : refusals(before, by, action);
      if (by === null || clauses.length > 0) return refused(clauses);
      match = perform(before, by, action);
      return { ok: true };
    },

    ask(request) {
      const what = read.text(request, 'what');
      if (Object.hasOwn(ABOUT_FACTS, what)) return ABOUT_FACTS[what](request);
      if (Object.hasOwn(ABOUT_MATCH, what)) return ABOUT_MATCH[what](running(), request);
      throw new read.Unreadable(`no such question: ${what}`);
    },

    end() {
      match = null;
      skipping = false;
      return { ok: true };
    },
  };

  /** @param {Fields} request @returns {Reply} */
  const reply = (request) => {
    try {
      const command = read.text(request, 'cmd');
      if (!Object.hasOwn(commands, command)) throw new read.Unreadable(`no such command: ${command}`);
      return commands[command](request);
    } catch (error) {
      if (error instanceof read.NotPlayed) return { skipped: error.message };
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  return (line) => {
    let request;
    try {
      request = read.readLine(line);
    } catch {
      return JSON.stringify({ seq: null, error: 'not JSON' });
    }
    if (!read.isObject(request)) return JSON.stringify({ seq: null, error: 'no JSON object' });
    if (!Number.isSafeInteger(request.seq)) return JSON.stringify({ seq: null, error: 'no seq' });
    return JSON.stringify({ seq: request.seq, ...reply(request) });
  };
}
