import { TEXTS } from './cards.js';

/** By game: the fewest and the most players, and the packs, jokers and sizes of hands of a deal. */
const DEALS = {
  tongits: { players: [3, 3], onePack: true, packs: () => 1, hand: () => 12, oneMore: true },
  rummy: { players: [2, 6], onePack: true, packs: () => 1, hand: ({ players }) => [10, 7, 7, 6, 6][players - 2] },
  carousel: {
    players: [2, 5],
    packs: ({ players }) => (players === 2 ? 1 : 2),
    jokers: ({ players, reading }) =>
      players === 2 ? 1 : reading('deck.joker_count') === 'two_per_pack' ? 4 : 2,
    hand: () => 10,
  },
  'three-thirteen': {
    players: [2, Infinity],
    hands: 11,
    packs: ({ players, reading }) =>
      players > 6 && reading('deck.packs_beyond_six') === 'limit_six' ? 0 : Math.ceil(players / 2),
    hand: ({ hand }) => hand + 2,
  },
  'indian-chief': {
    players: [2, 8],
    packs: ({ players, reading }) =>
      players > 6 && reading('refill.stub_shortage') === 'limit_players_6' ? 0 : players < 4 ? 1 : 2,
    hand: () => 8,
  },
};

export const hasJokers = (game) => DEALS[game].jokers !== undefined;

/** A card that stands twice in facts about a game that every table plays with one pack; else undefined. */
export function repeated(game, facts) {
  if (!DEALS[game].onePack) return undefined;
  const cards = Object.values(facts).flat(Infinity).flatMap((one) => one?.cards ?? one);
  const seen = new Set();
  return cards.find((card) => TEXTS.includes(card) && (seen.has(card) || !seen.add(card)));
}

/** The seats of a table whose number nothing states. */
export const fewestPlayers = (game) => DEALS[game].players[0];

/** Whether a match can have this number of players, and begin with this hand. */
export function mayBegin(game, players, hand) {
  const { players: [fewest, most], hands = 1 } = DEALS[game];
  return players >= fewest && players <= most && hand >= 1 && hand <= hands;
}

/** Whether these are all cards that this table plays with; `table` has players and readings. */
export function isDeck(game, cards, table) {
  const { packs, jokers = () => 0 } = DEALS[game];
  const whole = [...Array(packs(table)).fill(TEXTS).flat(), ...Array(jokers(table)).fill('*')];
  return whole.length > 0 && whole.sort().join() === [...cards].sort().join();
}

/**
 * Whether a hand can be dealt so, by a dealer or, where it is null, by any of the seats. After the last
 * hand that the game has, only the library knows that the match is over.
 */
export function isDeal(game, { hands, upcard, stock }, table, dealer, handNumber) {
  const { hand: size, oneMore, hands: last = Infinity } = DEALS[game];
  if (handNumber > last) return true;
  if (!isDeck(game, [...hands.flat(), ...(upcard === undefined ? [] : [upcard]), ...stock], table)) return false;
  if (hands.length !== table.players) return false;
  const dealers = dealer === null ? hands.map((_, seat) => seat) : [dealer];
  const usual = size({ ...table, hand: handNumber });
  return dealers.some((by) => hands.every((cards, seat) => cards.length === usual + (oneMore && seat === by ? 1 : 0)));
}
