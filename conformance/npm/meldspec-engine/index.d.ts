import type { Actions, Facts, Options } from './games.js';

export type { Actions, Facts, Options };

export type Game = keyof Actions<unknown>;
export type Seat = number;

/** How a library says no: a value, a class of errors, or a list of them. */
export type Refuses = unknown;

/** The readings of the registered options, by full name. */
export type Rules = Readonly<Record<string, string | number>>;

type May<Answer> = Answer | Promise<Answer>;

/** How a library has its cards: by text of the protocol, and back. */
export declare class Spelling<Card> {
  /** Both return undefined for what they do not know; `write` may also throw. */
  constructor(read: (text: string) => Card | undefined, write: (card: Card) => string | undefined);
  /** The library's card for a text of the protocol; the text of a joker stays as it is where the spelling lacks it. */
  read(text: string): Card;
  /** The text of the protocol for a card; a RangeError for anything else. */
  write(card: Card): string;
  texts(cards: Iterable<Card>): string[];
}

interface Parts<Card, Rank, Suit> {
  /** The library's ranks from the ace to the king: 1 to 13 unless given. */
  ranks?: readonly Rank[];
  /** The library's clubs, diamonds, hearts and spades: 0 to 3 unless given. */
  suits?: readonly Suit[];
  /** The rank and the suit of a card: `card.rank` and `card.suit` unless given. */
  parts?: (card: Card) => readonly [Rank, Suit];
}

export declare const cards: {
  /** The spelling in which the ten of hearts is written like this: `TH`, `H10`, `10♥`, `Ten of Hearts`, `🂺`. */
  spelled(example: string): Spelling<string>;
  /** Numbers that count up from `first`: 0 to 51, or 1 to 52. */
  numbered(first?: number, order?: { ranks?: string; suits?: string; suitBySuit?: boolean }): Spelling<number>;
  /** The library's own objects. */
  made<Card, Rank = number, Suit = number>(
    make: (rank: Rank, suit: Suit) => Card | undefined,
    parts?: Parts<Card, Rank, Suit>,
  ): Spelling<Card>;
  /** Records such as `{ rank: 10, suit: 'hearts' }`; `rank` and `suit` name the fields. */
  records<Card = { rank: number; suit: string }>(fields?: {
    ranks?: readonly unknown[];
    suits?: readonly unknown[];
    rank?: string;
    suit?: string;
  }): Spelling<Card>;
  /** An own table: by text of the protocol, the library's card. */
  table<Card>(cards: Readonly<Record<string, Card>>): Spelling<Card>;
};

/** The methods of a match: those of the game's actions that the library plays, and questions. */
export type Table<Name extends Game, Card> = {
  [Action in keyof Actions<Card>[Name]]?: (fields: Actions<Card>[Name][Action] & { by: Seat }) => unknown;
} & {
  /** How the hand ended, or null while it goes on. */
  result(): May<object | null>;
  /** What a seat may see. */
  view?(fields: { seat: Seat }): May<object>;
  /** Every legal action; without this method they are found by trial. */
  legal?(fields: { seat: Seat }): May<readonly object[]>;
  /** The actions that a seat may try. */
  candidates?(fields: { seat: Seat }): May<readonly object[]>;
  perft?(fields: { depth: number }): May<object>;
  /** Another table that stands like this one; without this method the match is repeated instead. */
  copy?(): unknown;
};

export interface Begins {
  players: number;
  dealer: Seat;
  hand_number: number;
  rules: Rules;
}

/** A program that speaks the protocol for a library. Register what it plays, then `run`. */
export declare class Engine<Card = string> {
  /** An answer that is awaited longer than `seconds` (9 unless given) is an error. */
  constructor(
    name: string,
    version?: string,
    options?: { cards?: Spelling<Card>; seconds?: number; language?: string },
  );

  /**
   * The function of `cards` that names the kind of a meld, or returns null: 'set' or 'run', in Three Thirteen
   * also 'both', in Indian Chief one of its seven melds. Any other answer is an error.
   */
  meld<Name extends Game>(game: Name, answer: Answers<Name, Card, 'meld'>): void;
  /** The function of a `hand` that returns its points outside melds. */
  deadwood<Name extends Game>(game: Name, answer: Answers<Name, Card, 'deadwood'>): void;
  /** The function of a `deck` that deals it; it sees whole decks only. */
  deal<Name extends Game>(game: Name, answer: Answers<Name, Card, 'deal'>): void;
  /** The function that tells who pays whom, from the facts of a hand. */
  settle<Name extends Game>(game: Name, answer: Answers<Name, Card, 'settle'>, options?: { refuses?: Refuses }): void;
  /** The function that answers any question about facts. */
  question<Name extends Game, What extends string & keyof Facts<Card>[Name]>(
    what: What,
    game: Name,
    answer: Answers<Name, Card, What>,
    options?: { refuses?: Refuses },
  ): void;
  /** The readings that the library plays of some options; a request for another one is skipped. */
  options<Name extends Game>(
    game: Name,
    readings: { readonly [Option in keyof Options[Name]]?: readonly Options[Name][Option][] },
  ): void;
  /**
   * The class of a match. `players` are the numbers that the library plays, `refuses` is how an action
   * says no (false unless given), `perft` offers counts of sequences, and `lateStart` a match that
   * begins with `hand_number`.
   */
  game<Name extends Game>(
    game: Name,
    table: new (begins: Begins) => Table<Name, Card>,
    options?: { players?: number | readonly number[]; refuses?: Refuses; perft?: boolean; lateStart?: boolean },
  ): void;

  /** Replies to standard input in Node, to messages in a worker of a browser. */
  run(): Promise<void>;
  /** Replies to each message of a port with a message; both are lines of the protocol. */
  listen(port: {
    addEventListener(type: 'message', listener: (event: { data: string }) => void): void;
    postMessage(reply: string): void;
    start?(): void;
  }): void;
  /** The reply to one line. */
  reply(line: string): Promise<string>;
}

export type Answers<Name extends Game, Card, What> = (
  facts: (What extends keyof Facts<Card>[Name] ? Facts<Card>[Name][What] : never) & { rules: Rules },
) => unknown;

/** The rules do not allow the request; `clauses` are those that refuse. */
export declare class RefusedError extends Error {
  constructor(...clauses: string[]);
  readonly clauses: string[];
}

/** The request is understood, and this library cannot do it. */
export declare class SkippedError extends Error {
  constructor(reason?: string);
}

/** How a library numbers the seats of a table: the seat `start` (0 unless given) of the protocol is number `first`. */
export declare class Seating {
  constructor(players: number, order?: { first?: number; backwards?: boolean; start?: Seat });
  /** The library's number of a seat. */
  theirs(seat: Seat): number;
  /** The seat with this number in the library; a RangeError where it has none. */
  ours(number: number): Seat;
  /** By seat, values that stand in order of the library's numbers; and the other way around. */
  ordered<Value>(values: readonly Value[]): Value[];
}

/** A source of chance that brings the cards into a given order. */
export declare class Arranged<Card> {
  /** `key` tells which cards are the same. */
  constructor(key?: (card: Card) => unknown);
  /** The next shuffle has this order. For a library that shuffles by `random`, `from` are the cards as they lie before. */
  next(order: Iterable<Card>, from?: Iterable<Card> | null): void;
  /** Whether the order has not been used yet. */
  readonly waits: boolean;
  /** In place of the library's `shuffle`: brings the cards of a list into the order that is due. */
  shuffle(cards: Card[]): Card[];
  /** In place of `Math.random`, for the shuffle of Fisher and Yates from the end of the list. */
  random(): number;
}

/**
 * The deck, its top first, from which a library deals these hands and leaves the rest: one card at a
 * time, the seat after the dealer first, or a whole hand at once in `packets`.
 */
export declare function deck<Card>(
  hands: readonly (readonly Card[])[],
  rest: Iterable<Card>,
  dealer: Seat,
  order?: { packets?: boolean },
): Card[];
