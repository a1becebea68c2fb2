// @ts-check

/**
 * Every option with the readings that are played, the default one first.
 * @type {Record<string, (string | number)[]>}
 */
export const OPTIONS = {
  'deal.deal_pattern': ['one_at_a_time', 'packets_then_extra'],
  'deal.next_dealer': ['previous_winner', 'rotate_next_in_turn'],
  'deal.dealer_after_no_winner': ['same_dealer', 'next_in_turn', 'last_drawer'],
  'pot.ante_chips': [2, 1],
  'pot.ante_after_no_winner': ['every_deal', 'not_after_void_hand'],
  'pot.pot_wins_required': [2, 3],
  'pot.streak_after_pot': ['uncapped', 'restart_at_one', 'restart_at_zero'],
  'pot.streak_on_no_winner': ['broken', 'preserved'],
  'pot.pot_when_no_winner': ['carried_over', 'refunded'],
  'pot.second_win_bonus': ['none', 'fixed_from_each_loser', 'fixed_from_pot', 'half_pot'],
  'turn.dealer_first_turn_melds': ['allowed', 'discard_only'],
  'turn.dealer_first_turn_layoff': ['forbidden', 'allowed'],
  'drawing.discard_take_requirement': [
    'new_meld_only',
    'new_meld_or_extend_own_table_meld',
    'new_meld_or_extend_any_table_meld',
  ],
  'drawing.discard_extension_counts_as_layoff': ['counts_as_layoff', 'counts_as_meld'],
  'drawing.discard_extends_concealed_meld': ['any_meld_with_two_hand_cards', 'hand_part_must_not_already_be_a_meld'],
  'drawing.discard_meld_size': ['any_valid_size', 'exactly_three', 'maximal_forced'],
  'drawing.discard_meld_exposure': ['must_expose', 'may_keep_in_hand'],
  'drawing.secret_with_discard_card': ['never', 'yes_if_kept_concealed'],
  'exposing.dealer_first_turn_secret': ['allowed', 'forbidden'],
  'exposing.secret_facedown_allowed': ['allowed', 'not_available'],
  'exposing.secret_when_already_opened': ['allowed', 'only_to_open'],
  'exposing.secret_facedown_identity': ['hidden', 'announced'],
  'laying_off.layoff_target_same_turn': ['any_table_meld', 'only_melds_from_earlier_turns'],
  'laying_off.layoff_own_melds': ['allowed', 'opponents_only'],
  'laying_off.layoff_before_open': ['allowed', 'requires_open'],
  'laying_off.layoff_opens_hand': ['no', 'yes'],
  'laying_off.layoff_run_end': ['both_ends', 'high_end_only'],
  'discarding.discard_taken_card_back': ['impossible_because_melded', 'forbidden', 'allowed'],
  'tongits_call.dealer_first_turn_tongit': ['allowed', 'forbidden'],
  'tongits_call.tongit_trigger': ['declared', 'automatic_when_hand_empty', 'automatic_when_coverable'],
  'tongits_call.empty_hand_policy': ['treated_as_called', 'plays_on_with_zero', 'emptying_requires_call'],
  'tongits_call.tongit_concealed': ['allowed', 'must_play_out'],
  'tongits_call.tongit_requires_open': ['no', 'yes'],
  'tongits_call.tongit_window': ['after_draw_in_own_turn', 'from_turn_start'],
  'tongits_call.tongit_vs_exhaustion': ['tongit_wins', 'showdown'],
  'tongits_call.meld_needed_to_win': ['no', 'yes'],
  'draw_call.draw_call_window': ['turn_start_before_taking_card', 'any_time_in_own_turn'],
  'draw_call.draw_call_open_requirement': ['any_laid_meld_incl_face_down', 'face_up_meld_required'],
  'draw_call.sagasa_blocks_call': ['exposed_meld_suffices', 'sagasa_holder_may_not_call'],
  'draw_call.draw_block_opponent_span': ['since_own_previous_turn', 'whole_hand'],
  'draw_call.draw_block_own_layoff': ['blocks_next_turn', 'no_block'],
  'draw_call.own_layoff_same_turn_meld': ['counts', 'does_not_count'],
  'answering.challenge_eligibility': ['opened_only', 'opened_or_concealed_secret'],
  'answering.draw_unchallenged_outcome': ['caller_wins', 'lowest_total_wins'],
  'showdown.showdown_participants': ['caller_and_challengers', 'all_opened_players'],
  'showdown.tie_two_challengers': ['next_after_caller', 'last_to_challenge'],
  'showdown.tie_three_way': ['next_after_caller', 'last_to_challenge'],
  'showdown.deadwood_basis': ['unmatched_cards_in_hand', 'all_cards_in_hand'],
  'showdown.reveal_at_end': ['winner_and_showdown_participants', 'all_hands'],
  'stock_end.exhaustion_timing': ['end_of_last_drawers_turn', 'immediately_on_last_draw'],
  'stock_end.exhaustion_eligibility': ['opened_only', 'opened_or_concealed_secret', 'any_player_with_a_formed_meld'],
  'stock_end.exhaustion_none_opened': ['no_winner', 'all_compare', 'last_drawer_wins'],
  'stock_end.exhaustion_tie': ['last_drawer_if_tied_else_next', 'last_drawer_always'],
  'stock_end.exhaustion_tie_others': ['next_in_turn', 'right_hand_neighbour'],
  'stock_end.exhaustion_tie_unopened_drawer': ['next_in_turn', 'rule_not_applicable'],
  'burned.burn_definition': [
    'no_meld_laid_incl_face_down',
    'no_face_up_meld',
    'no_meld_laid_and_no_special',
    'no_meld_formable',
  ],
  'burned.burn_endings': ['every_ending', 'only_opponents_tongit_or_draw'],
  'terms.sagasa_definition': [
    'own_exposed_three_plus_stock_fourth_any_turn',
    'own_exposed_three_plus_stock_fourth_same_turn_as_drawn',
    'own_exposed_three_plus_any_own_fourth',
  ],
  'settlement.challenge_payment_composition': ['replaces_base', 'adds_to_base'],
  'settlement.challenge_payment_payers': ['all_losers', 'folder_pays_base'],
  'settlement.challenge_bonus_role': ['caller_or_challenger', 'caller_only', 'challenger_only'],
  'settlement.ace_in_face_down_set': ['counts', 'does_not_count'],
  'settlement.ace_own_layoff': ['counts', 'does_not_count'],
  'settlement.ace_scope_final_discard': ['does_not_count', 'counts'],
  'settlement.secret_partition_compared': ['min_deadwood_first', 'best_for_winner', 'rank_count_only'],
  'settlement.secret_partition_uncompared': ['max_bonus', 'same_as_compared'],
  'settlement.secret_definition': ['concealed_or_face_down', 'also_face_up_laid_at_once'],
  'settlement.sagasa_otherwise': ['no_effect', 'completed_four_counts_as_secret'],
  'settlement.sagasa_bonus': ['none', 'same_as_secret'],
  'settlement.special_payment_level': [3, 2],
  'variations.long_run_bonus': ['off', 'three_chips_for_5_plus'],
  'variations.long_run_scope': ['exposed_and_concealed', 'exposed_only', 'concealed_only'],
  'variations.long_run_foreign_cards': ['own_cards_only', 'all_cards_of_the_run'],
  'variations.long_run_count': ['one_per_run_as_melded', 'floor_length_over_five'],
  'variations.spread_enabled': ['off', 'on'],
  'variations.spread_dealer_hand': ['all_thirteen_melded', 'twelve_melded_plus_one'],
  'variations.spread_twelve_card_hand': ['any_seat', 'dealer_only'],
  'variations.spread_multiple': ['first_in_turn_order', 'most_aces'],
  'variations.spread_payment': ['pot_plus_tongit_3', 'pot_only', 'pot_plus_base_1'],
  'variations.spread_streak': ['as_one_win', 'as_completed_pair', 'resets'],
  'variations.burn_on_spread': ['no', 'yes'],
};

/**
 * The reading of every option, by the last part of its name.
 * @typedef {Record<string, any>} Rules
 */

/** @param {string} name */
const lastPart = (name) => name.slice(name.indexOf('.') + 1);

/** @type {Rules} */
export const DEFAULT_RULES = Object.freeze(
  Object.fromEntries(Object.entries(OPTIONS).map(([name, [reading]]) => [lastPart(name), reading])),
);

const FULL_NAMES = new Map(Object.keys(OPTIONS).flatMap((name) => [[name, name], [lastPart(name), name]]));

/** @param {string} name full, or its last part */
export const optionNamed = (name) => FULL_NAMES.get(name);

/**
 * Readings that leave play undefined unless another option has one of the readings named with them.
 * @type {{option: string, reading: string, needs: string, oneOf: string[], where?: (rules: Rules) => boolean}[]}
 */
const NEEDS = [
  {
    option: 'discard_meld_exposure',
    reading: 'may_keep_in_hand',
    needs: 'discard_taken_card_back',
    oneOf: ['forbidden', 'allowed'],
  },
  ...['tongit_requires_open', 'meld_needed_to_win'].map((option) => ({
    option,
    reading: 'yes',
    needs: 'empty_hand_policy',
    oneOf: ['plays_on_with_zero'],
    // Without a call there is no choice of a policy: the seat plays on in any case.
    where: (/** @type {Rules} */ rules) => rules.tongit_trigger === 'declared',
  })),
];

/**
 * The rules with the chosen readings.
 * @param {[name: string, reading: string | number][]} choices names of options that exist
 * @returns {{rules: Rules} | {skipped: string}}
 */
export function rulesWith(choices) {
  const rules = { ...DEFAULT_RULES };
  for (const [name, value] of choices) {
    const full = /** @type {string} */ (optionNamed(name));
    const reading = OPTIONS[full].find((played) => String(played) === String(value));
    if (reading === undefined) return { skipped: `${full} is not played as ${value}` };
    rules[lastPart(full)] = reading;
  }
  const unmet = NEEDS.find(
    ({ option, reading, needs, oneOf, where }) =>
      rules[option] === reading && !oneOf.includes(rules[needs]) && (where === undefined || where(rules)),
  );
  if (unmet) return { skipped: `${unmet.option} ${unmet.reading} needs ${unmet.needs} ${unmet.oneOf.join(' or ')}` };
  return { rules };
}
