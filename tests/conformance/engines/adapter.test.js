// The npm package meldspec-engine by itself: `node --test`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arranged, cards, deck, Engine, RefusedError, Seating, SkippedError, Spelling } from '../../../conformance/npm/meldspec-engine/index.js';

const SUITS = [...'CDHS'];
const PACK = SUITS.flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit));
const DEAL = { type: 'deal', hands: [PACK.slice(0, 13), PACK.slice(13, 25), PACK.slice(25, 37)], stock: PACK.slice(37) };
const BEGIN = { cmd: 'begin', game: 'tongits', players: 3, dealer: 0 };
const act = (by, action) => ({ cmd: 'act', by, do: action });
const ask = (what, more = {}) => ({ cmd: 'ask', what, ...more });
const DEALT = [BEGIN, act('chance', DEAL)];
const DRAW = act(0, { type: 'draw' });

async function replies(engine, ...requests) {
  const told = [];
  for (const [seq, request] of requests.entries()) told.push(JSON.parse(await engine.reply(JSON.stringify({ seq, ...request }))));
  return told;
}

const kindOf = (told) => ('ok' in told ? (told.ok ? 'accepts' : 'refuses') : 'skipped' in told ? 'skips' : 'error');

/** A library that remembers what was done in a private field, with a draw of the test. */
function bent(draws, options = {}, settings = {}) {
  class Table {
    #seen = [];
    deal() {
      this.#seen.push('deal');
    }
    draw(fields) {
      this.#seen.push('draw');
      return draws(fields, this.#seen);
    }
    view() {
      return { seen: this.#seen };
    }
    result() {
      return null;
    }
  }
  const engine = new Engine('bent', '1', settings);
  engine.game('tongits', Table, options);
  return engine;
}

/** Without the stacks that the engine writes to standard error. */
function quietly(context) {
  return context.mock.method(console, 'error', () => {});
}

class IllegalMove extends Error {}

const REFUSALS = [
  [() => undefined, false, 'accepts'],
  [() => false, false, 'refuses'],
  [() => 0, false, 'accepts'],
  [() => null, null, 'refuses'],
  [() => false, null, 'accepts'],
  [() => undefined, null, 'accepts'],
  [() => 'no', [null, 'no'], 'refuses'],
  [async () => false, false, 'refuses'],
  [() => { throw new IllegalMove(); }, [null, IllegalMove], 'refuses'],
  [() => { throw new IllegalMove(); }, null, 'error'],
  [async () => { throw new IllegalMove(); }, IllegalMove, 'refuses'],
  [() => { throw new RefusedError(); }, null, 'refuses'],
  [() => { throw new SkippedError(); }, false, 'skips'],
  [() => { throw 'a text'; }, false, 'error'],
  [({ card }) => card, false, 'error'],
];

for (const [number, [draws, refuses, expected]] of REFUSALS.entries()) {
  test(`refusal ${number}: a draw ${expected}, and the table is as it was unless it is accepted`, async (context) => {
    quietly(context);
    const told = await replies(bent(draws, { refuses }), ...DEALT, DRAW, ask('view', { seat: 0 }));
    assert.equal(kindOf(told[2]), expected);
    assert.deepEqual(told[3].answer.seen, expected === 'accepts' ? ['deal', 'draw'] : ['deal']);
  });
}

test('a table that makes copies is copied and not repeated', async () => {
  let made = 0;
  class Table {
    constructor() {
      made += 1;
      this.seen = [];
    }
    copy() {
      return Object.assign(Object.create(Table.prototype), { seen: [...this.seen] });
    }
    deal() {
      this.seen.push('deal');
    }
    draw() {
      this.seen.push('draw');
      return false;
    }
    view() {
      return { seen: this.seen };
    }
    result() {
      return null;
    }
  }
  const engine = new Engine('copied');
  engine.game('tongits', Table);
  const told = await replies(engine, ...DEALT, DRAW, ask('view', { seat: 0 }));
  assert.deepEqual(told[3].answer, { seen: ['deal'] });
  assert.equal(made, 1);
});

test('a match that cannot be repeated is told, and the engine goes on', async (context) => {
  quietly(context);
  let deals = 0;
  class Table {
    deal() {
      return deals++ === 0;
    }
    draw() {
      return false;
    }
    result() {
      return null;
    }
  }
  const engine = new Engine('moody');
  engine.game('tongits', Table);
  const told = await replies(engine, ...DEALT, DRAW, { cmd: 'end' });
  assert.match(told[2].error, /^'deal' is not accepted when the match is repeated/);
  assert.equal(kindOf(told[3]), 'accepts');
});

test('an unknown field is told with the fields that there are', async (context) => {
  const error = quietly(context);
  const told = await replies(bent(({ crad }) => crad), ...DEALT, DRAW);
  assert.match(told[2].error, /^TypeError: 'draw' of tongits has no field 'crad'; it has by \(adapter\.test\.js:134\)$/);
  assert.equal(error.mock.callCount(), 1);
});

test('an answer that is awaited too long is an error', async (context) => {
  quietly(context);
  const engine = bent(() => new Promise(() => {}), {}, { seconds: 0.05 });
  const told = await replies(engine, ...DEALT, DRAW, ask('result'));
  assert.equal(told[2].error, 'no answer within 0.05 seconds');
  assert.equal(kindOf(told[3]), 'accepts');
});

test('a long reason is one short line', async (context) => {
  quietly(context);
  const told = await replies(bent(() => { throw new RangeError(`first${'x'.repeat(400)}\nsecond`); }), ...DEALT, DRAW);
  assert.equal(told[2].error, `RangeError: first${'x'.repeat(283)}…`);
});

test('an answer without a card where a card should be is an error', async (context) => {
  quietly(context);
  for (const wrong of ['XX', 52, 1.5, {}, () => 0]) {
    const engine = new Engine('strange', '1', { cards: cards.numbered() });
    engine.deal('tongits', ({ deck: [first, ...rest] }) => ({ hands: [[first, wrong]], stock: rest }));
    const [told] = await replies(engine, ask('deal', { game: 'tongits', deck: PACK, dealer: 0 }));
    if (typeof wrong === 'object') assert.equal(kindOf(told), 'accepts');
    else assert.match(told.error, /not a card of the library/);
  }
});

test('candidates are tried and told once', async () => {
  class Table {
    deal() {}
    draw() {}
    knock({ by }) {
      return by === 1;
    }
    candidates() {
      return [{ type: 'draw' }, { type: 'knock' }, { type: 'draw' }];
    }
    perft({ depth }) {
      return { total: depth, by_action: [] };
    }
    result() {
      return null;
    }
  }
  const engine = new Engine('choosy');
  engine.game('carousel', Table);
  const whole = [...PACK.slice(30), ...PACK, '*', '*'];
  const hands = [PACK.slice(0, 10), PACK.slice(10, 20), PACK.slice(20, 30)];
  const begun = [{ ...BEGIN, game: 'carousel' }, act('chance', { type: 'deal', hands, stock: whole })];
  const questions = [ask('legal', { seat: 0 }), ask('legal', { seat: 1 }), ask('perft', { depth: 5 })];
  const told = (await replies(engine, ...begun, ...questions)).slice(2).map(({ answer }) => answer);
  assert.deepEqual(told, [[{ type: 'draw' }], [{ type: 'draw' }, { type: 'knock' }], { total: 5, by_action: [] }]);
});

test('after a cut no hand goes on', async () => {
  class Table {
    ended = false;
    deal() {
      this.ended = false;
    }
    cut() {
      this.ended = false;
    }
    draw() {
      this.ended = true;
    }
    result() {
      return this.ended ? 'out' : null;
    }
  }
  const engine = new Engine('cutting');
  engine.game('rummy', Table);
  const hands = [PACK.slice(0, 7), PACK.slice(7, 14), PACK.slice(14, 21)];
  const deal = act('chance', { type: 'deal', hands, upcard: PACK[21], stock: PACK.slice(22) });
  const cut = act('chance', { type: 'cut', cards: ['KS', '2C', '3C'] });
  const told = await replies(engine, { ...BEGIN, game: 'rummy' }, deal, deal, DRAW, cut, DRAW, deal, DRAW);
  const expected = ['accepts', 'accepts', 'refuses', 'accepts', 'accepts', 'refuses', 'accepts', 'accepts'];
  assert.deepEqual(told.map(kindOf), expected);
});

class Numbered {
  sizes = [];
  deal({ hands }) {
    this.sizes.push(hands.map((hand) => hand.length));
  }
  draw() {}
  view() {
    return { sizes: this.sizes };
  }
  result() {
    return 'over';
  }
}

for (const [first, sizes, seen] of [
  [1, [[3, 3], [3, 3], [5, 5], [13, 13], [4, 5], [4, 4]], [[3, 3], [4, 4]]],
  [6, [[8, 8], [8, 8], [10, 10], [9, 9], [10, 10]], [[8, 8], [9, 9], [10, 10]]],
  [11, [[13, 13], [14, 14], [13, 13]], [[13, 13], [14, 14], [13, 13]]],
]) {
  test(`from hand ${first} on, the library sees deals of the right sizes, and all after the last hand`, async () => {
    const engine = new Engine('numbered');
    engine.game('three-thirteen', Numbered, { lateStart: true });
    const deals = sizes.map(([one, other]) => {
      const hands = [PACK.slice(0, one), PACK.slice(one, one + other)];
      return act('chance', { type: 'deal', hands, upcard: PACK[one + other], stock: PACK.slice(one + other + 1) });
    });
    const begin = { cmd: 'begin', game: 'three-thirteen', players: 2, dealer: 0, hand_number: first };
    const told = await replies(engine, begin, ...deals, ask('view', { seat: 0 }));
    assert.deepEqual(told.at(-1).answer.sizes, seen);
  });
}

for (const [shuffle, expected] of [
  [(chance, cards) => chance.shuffle(cards), 'accepts'],
  [(chance, cards) => cards.map(() => chance.random()), 'accepts'],
  [(chance, cards) => cards.reverse(), 'error'],
]) {
  test(`a deal that leaves the order of the shuffle unused is an error: ${expected}`, async (context) => {
    quietly(context);
    class Table {
      chance = new Arranged();
      deal({ stock }) {
        this.chance.next(stock, stock);
        shuffle(this.chance, stock);
      }
      draw() {}
      result() {
        return null;
      }
    }
    const engine = new Engine('shuffling');
    engine.game('tongits', Table);
    const [, told] = await replies(engine, ...DEALT);
    assert.equal(kindOf(told), expected);
    if (expected === 'error') assert.match(told.error, /the order given to 'chance' is not used/);
  });
}

test('an error that may be meant to refuse is told with the remedy', async (context) => {
  quietly(context);
  const plain = (text) => text.replace(/ \(adapter\.test\.js:\d+\)/, '');
  const told = async (thrown) => plain((await replies(bent(() => { throw thrown; }), ...DEALT, DRAW))[2].error);
  assert.equal(await told(new IllegalMove('no\nreally')), 'Error: no (if this is a refusal: refuses: IllegalMove)');
  assert.equal(await told(new Error('no')), 'Error: no (if this is a refusal: refuses: Error)');
  assert.equal(await told(new TypeError('no')), 'TypeError: no');
  const engine = new Engine('strict');
  engine.meld('tongits', () => { throw new IllegalMove('no'); });
  const [strict] = await replies(engine, ask('meld', { game: 'tongits', cards: ['7C'] }));
  assert.match(strict.error, /^Error: no \(adapter\.test\.js:\d+\)$/);
});

test('a method with another spelling of an action is named', () => {
  class Table {
    draw() {}
    layOff() {}
    result() {}
  }
  const wanted = { message: "the table of rummy has 'layOff' and no 'lay_off': the method needs this name; one of your own begins with _" };
  assert.throws(() => new Engine('camel').game('rummy', Table), wanted);
  class Both extends Table {
    lay_off() {}
  }
  new Engine('camel').game('rummy', Both);
  class Slip {
    draw() {}
    lay_of() {}
    result() {}
  }
  assert.throws(() => new Engine('slip').game('rummy', Slip), /'lay_of' and no 'lay_off'/);
  class Heir extends Slip {}
  assert.throws(() => new Engine('heir').game('rummy', Heir), /'lay_of' and no 'lay_off'/);
  class Swapped {
    dicsard() {}
    draw() {}
    result() {}
  }
  assert.throws(() => new Engine('swap').game('rummy', Swapped), /'dicsard' and no 'discard'/);
});

test('a method of one’s own may be a longer form of an action', () => {
  class Table {
    draw() {}
    melds() {}
    views() {}
    isLegal() {}
    shuffle() {}
    redraw() {}
    canLayOff() {}
    result() {}
  }
  new Engine('own').game('rummy', Table);
});

test('an answer that names no kind of meld is told with those that there are', async (context) => {
  quietly(context);
  const answered = async (game, answer) => {
    const engine = new Engine('plain');
    engine.meld(game, () => answer);
    return (await replies(engine, ask('meld', { game, cards: ['7C'], wild: '3' })))[0];
  };
  for (const wrong of [true, false, 3, {}]) {
    const { error } = await answered('tongits', wrong);
    assert.equal(error, `'meld' of tongits must return 'set', 'run' or null, not ${String(wrong)}`);
  }
  const { error } = await answered('rummy', 'both');
  assert.equal(error, "'meld' of rummy must return 'set', 'run' or null, not 'both'");
  assert.equal((await answered('three-thirteen', 'both')).answer, 'both');
  assert.equal((await answered('indian-chief', 'thief')).answer, 'thief');
  for (const none of [null, undefined]) assert.equal((await answered('rummy', none)).answer, null);
});

test('a worker gets lines as messages and replies in order', async () => {
  const { port1, port2 } = new MessageChannel();
  const engine = new Engine('worker');
  const slow = (answer, wait) => new Promise((resolve) => setTimeout(() => resolve(answer), wait));
  engine.meld('rummy', ({ cards: [first] }) => slow(first === 'AC' ? 'set' : 'run', first === 'AC' ? 40 : 0));
  engine.listen(port2);
  const heard = [];
  const done = new Promise((resolve) => {
    port1.onmessage = ({ data }) => heard.push(JSON.parse(data)) === 2 && resolve();
  });
  for (const [seq, card] of ['AC', '2C'].entries()) {
    port1.postMessage(JSON.stringify({ seq, ...ask('meld', { game: 'rummy', cards: [card] }) }));
  }
  await done;
  port1.close();
  assert.deepEqual(heard, [{ seq: 0, ok: true, answer: 'set' }, { seq: 1, ok: true, answer: 'run' }]);
});

class Own {
  constructor(rank, suit) {
    Object.assign(this, { rank, suit });
  }
}

const OBJECTS = Object.fromEntries(PACK.map((word) => [word, { word }]));
const SPELLINGS = [
  [cards.spelled('TH'), 'TH', 'QS'],
  [cards.spelled('10h'), '10h', 'Qs'],
  [cards.spelled('H10'), 'H10', 'SQ'],
  [cards.spelled('hT'), 'hT', 'sQ'],
  [cards.spelled('10♥'), '10♥', 'Q♠'],
  [cards.spelled('♡T'), '♡T', '♤Q'],
  [cards.spelled('T-H'), 'T-H', 'Q-S'],
  [cards.spelled('Ten of Hearts'), 'Ten of Hearts', 'Queen of Spades'],
  [cards.spelled('hearts_10'), 'hearts_10', 'spades_Q'],
  [cards.spelled('🂺'), '🂺', '🂭'],
  [cards.numbered(), 35, 50],
  [cards.numbered(1), 36, 51],
  [cards.numbered(0, { ranks: '23456789TJQKA', suits: 'SHDC' }), 21, 10],
  [cards.numbered(0, { suits: 'DCHS', suitBySuit: false }), 38, 47],
  [cards.records(), { rank: 10, suit: 'hearts' }, { rank: 12, suit: 'spades' }],
  [cards.records({ ranks: [...'A23456789TJQK'], suits: [...'cdhs'], rank: 'r', suit: 's' }), { r: 'T', s: 'h' }, { r: 'Q', s: 's' }],
  [cards.made((rank, suit) => new Own(rank, suit)), new Own(10, 2), new Own(12, 3)],
  [cards.table(OBJECTS), OBJECTS.TH, OBJECTS.QS],
];

for (const [number, [spelling, ten, queen]] of SPELLINGS.entries()) {
  test(`spelling ${number}: each card is read and written back`, () => {
    assert.deepEqual(spelling.read('TH'), ten);
    assert.deepEqual(spelling.read('QS'), queen);
    assert.deepEqual(spelling.texts(PACK.map((word) => spelling.read(word))), PACK);
    assert.deepEqual(['*', '*7H'].map((word) => spelling.read(word)), ['*', '*7H']);
    for (const wrong of [99, 'XX', null, undefined, [], {}, Symbol('x')]) assert.throws(() => spelling.write(wrong), /not a card/);
  });
}

test('a spelling that is none is refused', () => {
  assert.throws(() => cards.spelled('QS'), /no known spelling/);
  assert.throws(() => cards.spelled('10xH'), /no known spelling/);
  assert.throws(() => cards.numbered(0, { ranks: 'A23' }), /not the letters/);
  assert.throws(() => cards.made(Object, { ranks: [1] }), /1 ranks/);
  assert.throws(() => cards.table({ AC: 1 }), /the table lacks/);
  assert.throws(() => cards.table(Object.fromEntries(PACK.map((word) => [word, 1]))), /are the same/);
  assert.equal(new Spelling(() => undefined, () => undefined).read('*'), '*');
});

test('seats turn into numbers and back', () => {
  const seats = new Seating(3, { first: 1, backwards: true });
  assert.deepEqual([0, 1, 2].map((seat) => seats.theirs(seat)), [1, 3, 2]);
  assert.deepEqual([1, 3, 2].map((number) => seats.ours(number)), [0, 1, 2]);
  assert.deepEqual(seats.ordered(['one', 'two', 'three']), ['one', 'three', 'two']);
  assert.throws(() => seats.ours(4), /no seat has the number 4/);
  for (const [order, numbers] of [
    [{ start: 1 }, [3, 0, 1, 2]],
    [{ first: 1, backwards: true, start: 3 }, [4, 3, 2, 1]],
    [{ first: 1, backwards: true, start: 1 }, [2, 1, 4, 3]],
  ]) {
    const turned = new Seating(4, order);
    assert.deepEqual([0, 1, 2, 3].map((seat) => turned.theirs(seat)), numbers);
    assert.deepEqual(numbers.map((number) => turned.ours(number)), [0, 1, 2, 3]);
    assert.deepEqual(turned.ordered([...numbers].sort()), numbers);
  }
});

test('a deck is that from which the hands are dealt', () => {
  assert.deepEqual(deck([['a', 'b'], ['c', 'd'], ['e', 'f']], 'xy', 0, { packets: true }), [...'cdefabxy']);
  assert.deepEqual(deck([['a', 'b'], ['c', 'd'], ['e', 'f']], 'xy', 2), [...'acebdfxy']);
});

test('an arranged shuffle has the order that is due, once', () => {
  const chance = new Arranged((letter) => letter.toUpperCase());
  chance.next('bca');
  assert.deepEqual(chance.shuffle(['A', 'B', 'C']), ['B', 'C', 'A']);
  assert.throws(() => chance.shuffle(['A']), /no order is due/);
  chance.next('abd');
  assert.throws(() => chance.shuffle([...'abc']), /not shuffle D/);
  chance.next('ab');
  assert.throws(() => chance.shuffle([...'abc']), /also shuffles C/);
});

test('two usual shuffles by random numbers have the order that is due', () => {
  const chance = new Arranged();
  const downTo = (end) => (list) => {
    for (let last = list.length - 1; last >= end; last--) {
      const other = Math.floor(chance.random() * (last + 1));
      [list[last], list[other]] = [list[other], list[last]];
    }
    return list;
  };
  for (const shuffle of [downTo(1), downTo(0)]) {
    chance.next('dacb', 'abcd');
    assert.deepEqual(shuffle([...'abcd']), [...'dacb']);
  }
  assert.throws(chance.random, /no order is due/);
});

test('what does not exist is refused when it is registered', () => {
  const engine = new Engine('wrong');
  class Table {
    result() {}
  }
  assert.throws(() => engine.meld('bridge', () => null), /no game is called 'bridge'/);
  assert.throws(() => engine.question('best', 'rummy', () => null), /rummy has no question 'best'/);
  assert.throws(() => engine.meld('rummy', 'set'), /is no function/);
  assert.throws(() => engine.options('rummy', { no_such: ['x'] }), /rummy has no option 'no_such'/);
  assert.throws(() => engine.game('rummy', Object), /has no 'result'/);
  assert.throws(() => engine.game('rummy', Table), /no action of a seat/);
  class Draws extends Table {
    draw() {}
  }
  const game = (options, Class = Draws) => () => engine.game('rummy', Class, options);
  assert.throws(() => engine.meld('tongit', () => null), /no game is called 'tongit'; did you mean tongits\?/);
  assert.throws(() => engine.question('settel', 'rummy', () => null), /no question 'settel'; did you mean settle\?/);
  assert.throws(() => engine.options('rummy', { points_taget: [100] }), /'points_taget'; did you mean match.points_target\?/);
  assert.throws(() => engine.options('rummy', { points_target: ['100'] }), /points_target of rummy has no reading '100'; it has 150, 100/);
  assert.throws(() => engine.options('rummy', { points_target: 100 }), /points_target of rummy is no list; expected is a list of readings/);
  assert.throws(game({ player: 2 }), /the game rummy has no option 'player'; did you mean players\?/);
  assert.throws(game({ refuse: null }), /the game rummy has no option 'refuse'; did you mean refuses\?/);
  assert.throws(() => engine.settle('rummy', () => null, { refuse: null }), /'settle' of rummy has no option 'refuse'/);
  assert.throws(() => new Engine('wrong', '1', { second: 3 }), /the engine has no option 'second'; did you mean seconds\?/);
  for (const players of ['2', ['2'], [2.5], true]) assert.throws(game({ players }), /rummy is not played by .* players/);
  for (const refuses of [Number, [null, class {}], new IllegalMove('no'), new Set([null, false])]) {
    assert.throws(game({ refuses }), /refuses of rummy .* expected is a value or a class of errors/);
  }
  class Misspelt extends Draws {
    discrad() {}
  }
  assert.throws(game({}, Misspelt), /has 'discrad' and no 'discard': .* begins with _/);
  class Own extends Draws {
    _discrad() {}
    get discarded() {
      throw new Error('no game is on');
    }
  }
  game({}, Own)();
});

test('an answer that the protocol lacks is an error that says what is expected', async (context) => {
  quietly(context);
  const can = '; expected is a whole number, a text, a truth value, null, a list or an object';
  for (const [answer, message] of [
    [2.5, `deadwood is 2.5${can}`],
    [{ points: [NaN] }, `points is NaN${can}`],
    [{ pot: 7n }, `pot is 7${can}`],
  ]) {
    const engine = new Engine('strange');
    engine.deadwood('tongits', () => answer);
    const [told] = await replies(engine, ask('deadwood', { game: 'tongits', hand: [] }));
    assert.equal(told.error, `an answer that cannot be written: ${message}`);
  }
});
