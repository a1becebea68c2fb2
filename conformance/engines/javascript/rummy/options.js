// @ts-check

/**
 * Every option with the readings that are played, the default one first.
 * @type {import('../rules.js').Options}
 */
export const OPTIONS = {
  'dealer.first_dealer': ['seat', 'cut'],
  'dealer.cut_replacement': ['without_return', 'return_and_shuffle'],
  'dealer.next_dealer': ['rotate_left', 'winner', 'same', 'recut'],
  'dealer.void_hand_dealer': ['redeal_same', 'rotate'],
  'turn.step_order': ['free', 'strict'],
  'meld.meld_compulsion': ['optional', 'melds_compulsory', 'melds_and_layoffs_compulsory'],
  'meld.compulsion_measure': ['maximal', 'maximum'],
  'meld.compulsion_vs_dead_state': ['compulsion_yields', 'draw_illegal', 'waive_ban'],
  'meld.melds_per_turn': ['one', 'many'],
  'meld.one_meld_exception': ['goes_rummy', 'no_prior_meld', 'any_going_out'],
  'meld.exception_vs_disqualified': ['same_predicate', 'separate'],
  'layoff.layoff_own': ['own_too', 'opponents_only'],
  'layoff.layoff_fresh_meld': ['any_turn', 'earlier_turns_only'],
  'layoff.layoff_prerequisite': ['no_condition', 'own_meld_this_hand', 'own_meld_this_turn'],
  'discard.only_taken_card_left': ['prevent', 'waive_ban', 'keep'],
  'out.final_discard': ['optional', 'required'],
  'rummy.rummy_prior_layoff': ['disqualifies', 'allowed'],
  'rummy.rummy_same_turn_layoff': ['allowed', 'disqualifies', 'required'],
  'rummy.rummy_held_back': ['not_needed', 'needed'],
  'rummy.rummy_min_melds': [1, 0, 2],
  'rummy.rummy_needs_discard': ['any_ending', 'ends_with_discard'],
  'stock.stock_exhaustion': ['reshuffle_keep_top', 'reshuffle_all', 'turn_over', 'void', 'lowest_deadwood_wins'],
  'stock.exhaustion_timing': ['lazy', 'lazy_start', 'eager'],
  'score.concealed_melds_at_end': ['count', 'exempt'],
  'match.match_end': ['points', 'hands'],
  'match.points_target': [150, 100],
  'match.number_of_hands': [5, 2, 3, 4, 6, 10],
  'match.void_hand_counts': ['counts', 'does_not_count'],
  'match.match_tie': ['shared', 'extra_hand', 'fewest_hands_lost'],
};

/**
 * Readings that leave play undefined unless another option has one of the readings named with them.
 * @type {import('../rules.js').Need[]}
 */
export const NEEDS = ['melds_compulsory', 'melds_and_layoffs_compulsory'].map((reading) => ({
  option: 'meld_compulsion',
  reading,
  needs: 'melds_per_turn',
  // A duty to lay all melds and a limit of one meld cannot both hold.
  oneOf: ['many'],
}));
