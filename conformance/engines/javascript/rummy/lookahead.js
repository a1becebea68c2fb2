// @ts-check
import { handOf, isBanned, isStuck, lay, layings, mayGoOut } from './turn.js';
/** @typedef {import('./match.js').Match} Match @typedef {import('./turn.js').Laying} Laying */

/*
 * What a turn can still lead to. All of it goes through every meld and every lay-off that is left, one
 * after the other, and keeps what it has found out about a position. A position is what lies in the
 * hand and on the table, and whether a card was laid off; the number of melds follows from these.
 */

/**
 * @typedef {object} LookAhead
 * @property {(match: Match) => boolean} canGoOut whether the seat can go out in this turn as one that has laid several melds may
 * @property {(match: Match) => boolean} canEnd whether the turn can be completed, and all duties done
 * @property {(match: Match) => boolean} owesMeld whether a meld is to be laid before the discard
 * @property {(match: Match) => boolean} owesLayOff whether a card is to be laid off before the discard
 * @property {(match: Match, laying: Laying) => boolean} fallsShort whether fewer cards come to lie in melds after it
 * @property {(match: Match, laying: Laying) => boolean} comesTooSoon whether a meld is to be laid before it
 */

/** @param {Match} match */
function positionOf(match) {
  const melds = match.melds.map(({ cards }) => [...cards].sort().join('')).sort();
  return [[...handOf(match)].sort().join(''), ...melds, match.laidOffNow].join(' ');
}

/**
 * Keeps the answers for positions.
 * @template Answer
 * @param {(match: Match) => Answer} find
 * @returns {(match: Match) => Answer}
 */
function remembering(find) {
  const known = new Map();
  return (match) => {
    const position = positionOf(match);
    if (!known.has(position)) known.set(position, find(match));
    return known.get(position);
  };
}

/** How many cards lie in melds for it. @param {Laying} laying */
const melded = (laying) => (laying.type === 'meld' ? laying.cards.length : 0);

/** Whether a meld or lay-off that would leave the seat stuck is no duty. @param {Match} match */
const dutyYields = ({ rules }) => rules.compulsion_vs_dead_state === 'compulsion_yields';

/**
 * Looks ahead in one turn. What is found out holds as long as the turn.
 * @returns {LookAhead}
 */
export function lookAhead() {
  const next = remembering((match) => layings(match).map((laying) => ({ laying, after: lay(match, laying) })));

  /** @type {(match: Match) => boolean} */
  const canGoOut = remembering((match) => {
    const hand = handOf(match);
    if (hand.length === 0) return mayGoOut(match, false);
    if (hand.length === 1 && !isBanned(match, hand[0]) && mayGoOut(match, true)) return true;
    return next(match).some(({ after }) => canGoOut(after));
  });

  /** The melds and lay-offs that a duty can ask for. @param {Match} match */
  const askable = (match) => next(match).filter(({ after }) => !dutyYields(match) || canEnd(after));

  /** The most cards that can still come to lie in melds. @type {(match: Match) => number} */
  const mostMelded = remembering((match) =>
    Math.max(0, ...askable(match).map(({ laying, after }) => melded(laying) + mostMelded(after))),
  );

  /** @param {Match} match @param {Laying} laying */
  const fallsShort = (match, laying) =>
    match.rules.meld_compulsion !== 'optional' &&
    match.rules.compulsion_measure === 'maximum' &&
    melded(laying) + mostMelded(lay(match, laying)) < mostMelded(match);

  /** @type {(match: Match) => boolean} */
  const owesMeld = remembering((match) => {
    if (match.rules.meld_compulsion === 'optional') return false;
    if (match.rules.compulsion_measure === 'maximum') return mostMelded(match) > 0;
    return askable(match).some(({ laying }) => laying.type === 'meld');
  });

  // Where melds come before lay-offs, so does the duty to lay them.
  /** @param {Match} match @param {Laying} laying */
  const comesTooSoon = (match, laying) =>
    laying.type === 'lay_off' && match.rules.step_order === 'strict' && owesMeld(match);

  /** @param {Match} match @param {Laying} laying */
  const isAgainstDuty = (match, laying) => comesTooSoon(match, laying) || fallsShort(match, laying);

  /** @param {Match} match */
  const owesLayOff = (match) =>
    match.rules.meld_compulsion === 'melds_and_layoffs_compulsory' &&
    askable(match).some(({ laying }) => laying.type === 'lay_off' && !isAgainstDuty(match, laying));

  /** @type {(match: Match) => boolean} */
  const canEnd = remembering((match) => {
    const hand = handOf(match);
    // Without the taken card there is a card to discard, or none left.
    if (match.taken === null || !hand.includes(match.taken)) return true;
    if (match.rules.only_taken_card_left === 'keep' && isStuck(match)) return true;
    if (hand.some((card) => !isBanned(match, card)) && !owesMeld(match) && !owesLayOff(match)) return true;
    return next(match).some(({ laying, after }) => !isAgainstDuty(match, laying) && canEnd(after));
  });

  return { canGoOut, canEnd, owesMeld, owesLayOff, fallsShort, comesTooSoon };
}
