// @ts-check
import { seenBy } from '../table.js';
import { toAct } from './match.js';
import { SEATS } from './seats.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */

/**
 * A meld of the table as a seat sees it.
 * @param {import('./settlement.js').Meld} meld
 * @param {boolean} known
 */
const meldSeen = ({ owner, cards, faceDown }, known) => {
  if (!faceDown) return { owner, cards };
  return known ? { owner, cards, face_down: true } : { owner, face_down: true, size: cards.length };
};

/** The hand and the face-down melds of each seat that shows them. @param {Match} match */
const revealed = ({ shown, hands, melds }) =>
  SEATS.map((seat) => {
    if (!shown[seat]) return null;
    const hidden = melds.filter(({ owner, faceDown }) => faceDown && owner === seat);
    return [...hands[seat], ...hidden.flatMap(({ cards }) => cards)];
  });

/** What a seat may see. @param {Match} match @param {Seat} seat */
export function viewOf(match, seat) {
  const { rules, phase, discard, opened, chips, pot, melds, call } = match;
  const announced = rules.secret_facedown_identity === 'announced';
  return {
    ...seenBy(match, seat, toAct(match)),
    discard,
    opened,
    chips,
    pot,
    melds: melds.map((meld) => meldSeen(meld, announced || meld.owner === seat)),
    ...(call && { caller: call.caller, answers: call.answers }),
    ...(phase === 'over' && { revealed: revealed(match) }),
  };
}
