// @ts-check

/**
 * Every option with the readings that are played, the default one first.
 * @type {import('../rules.js').Options}
 */
export const OPTIONS = {
  'deck.packs_beyond_six': ['one_more_per_pair', 'limit_six'],
  'meld.set_duplicates': ['allowed', 'distinct_suits'],
  'meld.set_max': ['unbounded', 'four'],
  'draw.wild_from_pile': ['may_be_taken', 'stays'],
  'discard.discard_taken_card': ['allowed', 'banned'],
  'stock.exhaustion_timing': ['lazy', 'lazy_start', 'eager'],
  'out.out_test_moment': ['after_discard', 'before_discard'],
  'out.out_discard_needed': ['discard_required', 'may_keep'],
  'out.out_automatic': ['voluntary', 'automatic'],
  'out.final_turn_scope': ['normal', 'stock_only', 'draw_only'],
  'out.final_turn_discard': ['required', 'optional'],
  'out.reveal_moment': ['after_final_turns', 'at_announcement'],
  'score.unmelded_wild_value': ['face', 'fifteen', 'twenty', 'twenty_five', 'fifty'],
  'match.rotation_direction': ['left', 'right'],
  'match.tie': ['shared', 'most_hands_won'],
};

/**
 * No reading needs another: where a question does not arise, its readings play alike.
 * @type {import('../rules.js').Need[]}
 */
export const NEEDS = [];
