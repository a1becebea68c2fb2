import { TEXTS } from './cards.js';

const RANKS = TEXTS.slice(0, 13).map((word) => word[0]);
const SUITS = [0, 13, 26, 39].map((first) => TEXTS[first][1]);

/** Every run of one suit and every set of one rank, each as texts. */
function* allMelds() {
  for (const rank of RANKS) {
    const four = SUITS.map((suit) => rank + suit);
    yield four;
    for (const card of four) yield four.filter((other) => other !== card);
  }
  for (const suit of SUITS) {
    for (let first = 0; first < 11; first++) {
      for (let end = first + 3; end <= 13; end++) yield RANKS.slice(first, end).map((rank) => rank + suit);
    }
  }
}

const MELDS = [...allMelds()];

const meldsIn = (cards) => {
  const held = new Set(cards);
  return MELDS.filter((meld) => meld.every((card) => held.has(card)));
};

const PLAIN = new Set(['card', 'card?', 'cards', 'cards?', 'flag']);

/** Whether the actions of a game, by type, name nothing but cards and melds of the table. */
export const canBeNamed = (shapes) =>
  Object.values(shapes).every((fields) => Object.values(fields).every((shape) => PLAIN.has(shape)));

/**
 * Every action of these types that could be legal by what a seat sees: with cards of the hand, melds
 * in it, cards that make a meld with the top discard, and melds that lie face up.
 */
export function* candidates(shapes, view) {
  const hand = view.hand ?? [];
  const lying = (view.melds ?? []).map((meld) => meld.cards).filter((cards) => cards?.length > 0);
  const top = (view.discard ?? []).slice(-1);
  for (const [word, fields] of Object.entries(shapes)) {
    const choices = Object.entries(fields).map(([name, shape]) => [name, choicesOf(name, shape, hand, lying, top)]);
    for (const named of products(choices)) {
      if (!(named.with && named.meld)) yield { type: word, ...named };
    }
  }
}

function choicesOf(name, shape, hand, lying, top) {
  if (shape === 'flag') return [undefined, true];
  if (shape === 'card' || shape === 'card?') {
    const cards = [...new Set(hand)];
    return shape === 'card' ? cards : [undefined, ...cards];
  }
  if (name === 'meld') return shape === 'cards' ? lying : [undefined, ...lying];
  if (name !== 'with') return meldsIn(hand);
  const made = top.length === 0 ? [] : meldsIn([...hand, ...top]).filter((meld) => meld.includes(top[0]));
  return [undefined, ...made.map((meld) => meld.filter((card) => card !== top[0]))];
}

/** Every object with one choice for each name; undefined leaves the name out. */
function* products([first, ...rest]) {
  if (first === undefined) {
    yield {};
    return;
  }
  const [name, values] = first;
  for (const value of values) {
    for (const others of products(rest)) yield value === undefined ? others : { [name]: value, ...others };
  }
}
