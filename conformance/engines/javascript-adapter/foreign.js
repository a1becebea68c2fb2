// A small Rummy library, as somebody else might have written it: it knows nothing of meldspec.
//
// Players have numbers from 1.  A card is one of 52 objects, and the same card is the same object.
// The library shuffles and deals itself.  It says no by returning null.

const FACES = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const SUITS = ['♠', '♥', '♣', '♦'];

export const CARDS = SUITS.flatMap((suit) => FACES.map((face) => Object.freeze({ face, suit })));

const height = (card) => FACES.indexOf(card.face);

export const points = (cards) => cards.reduce((sum, card) => sum + Math.min(height(card) + 1, 10), 0);

const different = (values) => new Set(values).size;

export const isGroup = (cards) =>
  cards.length >= 3 && different(cards.map((card) => card.face)) === 1 && different(cards) === cards.length;

export function isSequence(cards) {
  const heights = cards.map(height).sort((one, other) => one - other);
  const straight = heights.every((value, place) => value === heights[0] + place);
  return cards.length >= 3 && different(cards.map((card) => card.suit)) === 1 && straight;
}

const isMeld = (cards) => isGroup(cards) || isSequence(cards);
const without = (hand, cards) => hand.filter((card) => !cards.includes(card));

/** A match for some players.  The dealer has a number, and the next dealer is the next player. */
export function createRummy(players, dealer, random = Math.random) {
  const everybody = Array.from({ length: players }, (_, before) => before + 1);
  const scores = new Map(everybody.map((player) => [player, 0]));
  const melders = new Set();
  const helpers = new Set();
  let deck = [];
  let pile = [];
  let melds = [];
  let hands = new Map(everybody.map((player) => [player, []]));
  let round = 0;
  let current = null; // the player whose turn it is, while a hand goes on
  let ended = null; // how the hand ended
  let turn = {};

  const after = (player) => (player % players) + 1;

  function shuffle(cards) {
    for (let last = cards.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
  }

  function startTurn(player) {
    current = player;
    turn = { drawn: false, pickedUp: null, melded: 0, added: 0 };
  }

  const matchWinners = () => everybody.filter((player) => scores.get(player) >= Math.max(150, ...scores.values()));

  /** Shuffles and deals, a whole hand at a time.  Null while a hand goes on, and after the match. */
  function newHand() {
    if (current !== null || matchWinners().length > 0) return null;
    if (round > 0) dealer = after(dealer);
    round += 1;
    deck = [...CARDS];
    shuffle(deck);
    const size = players === 2 ? 10 : players < 5 ? 7 : 6;
    for (let player = after(dealer), count = 0; count < players; player = after(player), count++) {
      hands.set(player, deck.splice(-size).reverse());
    }
    pile = [deck.pop()];
    melds = [];
    ended = null;
    melders.clear();
    helpers.clear();
    startTurn(after(dealer));
    return round;
  }

  /** The card drawn.  An empty deck is first made anew of the pile. */
  function draw(player) {
    if (player !== current || turn.drawn || (deck.length === 0 && pile.length < 2)) return null;
    if (deck.length === 0) {
      deck = pile.splice(0, pile.length - 1);
      shuffle(deck);
    }
    return receive(deck.pop());
  }

  /** The top card of the pile. */
  function pickUp(player) {
    if (player !== current || turn.drawn || pile.length === 0) return null;
    turn.pickedUp = pile.pop();
    return receive(turn.pickedUp);
  }

  function receive(card) {
    turn.drawn = true;
    hands.get(current).push(card);
    return card;
  }

  const holds = (player, cards) =>
    player === current && turn.drawn && cards.every((card) => hands.get(player).includes(card));

  /** Lays a meld.  Its index on the table. */
  function lay(player, cards) {
    if (!holds(player, cards) || !isMeld(cards)) return null;
    if (turn.melded > 0 && !mayGoRummy()) return null;
    const rest = without(hands.get(player), cards);
    const table = [...melds.map((meld) => meld.cards), cards];
    if (isStuck(rest, table) || (turn.melded > 0 && !canFinish(rest, table))) return null;
    melds.push({ owner: player, cards: [...cards] });
    turn.melded += 1;
    return keep(rest, melds.length - 1);
  }

  /** Adds a card to the meld with this index.  The index. */
  function add(player, card, index) {
    if (!holds(player, [card]) || !melds[index] || !isMeld([...melds[index].cards, card])) return null;
    const rest = without(hands.get(player), [card]);
    const table = melds.map((meld, at) => (at === index ? [...meld.cards, card] : meld.cards));
    if (isStuck(rest, table) || (turn.melded > 1 && !canFinish(rest, table))) return null;
    melds[index].cards.push(card);
    turn.added += 1;
    return keep(rest, index);
  }

  /** Ends the turn.  The number of the player who threw the card. */
  function discard(player, card) {
    if (!holds(player, [card]) || card === turn.pickedUp) return null;
    if (turn.melded > 1 && hands.get(player).length > 1) return null;
    pile.push(card);
    keep(without(hands.get(player), [card]), null);
    if (current !== null) {
      if (turn.melded > 0) melders.add(player);
      if (turn.added > 0) helpers.add(player);
      startTurn(after(player));
    }
    return player;
  }

  function keep(rest, answer) {
    hands.set(current, rest);
    if (rest.length === 0) end();
    return answer;
  }

  function end() {
    const rummy = turn.melded > 0 && mayGoRummy();
    const gain = points([...hands.values()].flat()) * (rummy ? 2 : 1);
    scores.set(current, scores.get(current) + gain);
    ended = { winner: current, rummy, gain };
    current = null;
  }

  const mayGoRummy = () => !melders.has(current) && !helpers.has(current);

  /** Only the card picked up is left, and it may not be thrown. */
  const isStuck = (hand, table) =>
    hand.length === 1 && hand[0] === turn.pickedUp && !table.some((meld) => isMeld([...meld, ...hand]));

  /** The hand can be emptied in this turn. */
  function canFinish(hand, table) {
    if (hand.length === 0 || (hand.length === 1 && hand[0] !== turn.pickedUp)) return true;
    for (const [at, meld] of table.entries()) {
      for (const card of hand) {
        const longer = [...meld, card];
        if (isMeld(longer) && canFinish(without(hand, [card]), table.with(at, longer))) return true;
      }
    }
    for (let chosen = 1; chosen < 2 ** hand.length; chosen++) {
      const cards = hand.filter((_, at) => (chosen >> at) & 1);
      if (isMeld(cards) && canFinish(without(hand, cards), [...table, cards])) return true;
    }
    return false;
  }

  /** Everything that lies on the table, is in a hand, or is written down. */
  const state = () => ({ dealer, round, current, turn, ended, deck, pile, melds, hands, scores, winners: matchWinners() });

  return { newHand, draw, pickUp, lay, add, discard, state };
}
