// @ts-check

/**
 * Every option with the readings that are played, the default one first.
 * @type {import('../rules.js').Options}
 */
export const OPTIONS = {
  'deck.joker_count': ['two_total', 'two_per_pack'],
  'draw.second_draw': ['must_continue', 'may_pass'],
  'draw.second_pass': ['must_continue', 'may_pass'],
  'draw.meld_after_third': ['turn_over', 'may_meld'],
  'joker.joker_domain': ['any_card', 'not_visible_on_table', 'copies_not_exceeded'],
  'joker.two_jokers_one_identity': ['allowed', 'forbidden'],
  'joker.all_joker_meld': ['one_natural_needed', 'allowed'],
  'joker.joker_in_play': ['own_hand_or_table', 'table_only'],
  'joker.one_natural_frees_two': ['frees_all', 'one_per_natural'],
  'joker.joker_as_replacing_natural': ['natural_only', 'joker_counts'],
  'joker.joker_natural_same_meld': ['counts', 'does_not'],
  'knock.knock_actor': ['only_player_just_ended', 'anyone_below_five'],
  'knock.empty_hand': ['may_decline', 'auto_knock'],
  'knock.deadwood_scope': ['all_hand_cards', 'own_melds_exempt', 'own_melds_and_table_fits_exempt'],
  'match.void_dealer': ['pass_left', 'redeal'],
  'match.box_timing': ['end_of_game', 'per_hand'],
  'match.match_winner': ['first_to_150', 'highest_total'],
  'match.simultaneous_150': ['higher_score_wins', 'both_win', 'play_on'],
  'match.game_bonus_shared': ['each_100', 'split', 'no_bonus'],
  'match.box_for_tied_win': ['each', 'no_box'],
  'meld.meld_amount': ['free', 'maximum'],
  'rearrange.rearrange_only': ['needs_hand_card', 'allowed'],
  'score.undercut_pays_whom': ['all_opponents', 'knocker_only'],
  'score.undercut_bonus_tied': ['ten_each', 'ten_split', 'no_bonus'],
  'score.zero_bonus_holder': ['any_winner_with_empty_hand', 'knocker_only'],
  'score.zero_with_undercut': ['stack', 'zero_only', 'undercut_only'],
  'score.zero_knocker_tied': ['bonus_lost', 'bonus_kept'],
  'score.zero_definition': ['empty_hand', 'deadwood_zero'],
  'seq.ace_both_ends': ['both_ends', 'one_end'],
  'stock.stock_exhausted': ['void', 'showdown', 'play_on'],
};

/**
 * No reading needs another: where a question does not arise, its readings play alike.
 * @type {import('../rules.js').Need[]}
 */
export const NEEDS = [];
