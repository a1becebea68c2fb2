// @ts-check

/**
 * Every option with the readings that are played, the default one first.
 * @type {import('../rules.js').Options}
 */
export const OPTIONS = {
  'beggar.beggar_scope': ['all_opponents', 'left_neighbour', 'best_one', 'one_named'],
  'beggar.beggar_pair': ['two_per_opposing_card', 'two_per_matching_pair'],
  'beggar.beggar_failed_melds': ['count', 'ignore'],
  'beggar.beggar_tense': ['this_turn', 'all_melds_so_far'],
  'chief.chief_split': ['auto_best', 'declared_at_commit'],
  'doctor.doctor_ace_of_hearts': ['one_card_may_do_both', 'two_cards'],
  'doctor.doctor_heart_count': ['at_least_one', 'exactly_one'],
  'doctor.doctor_suit': ['auto_best', 'named_at_commit'],
  'poker.poker_two_pack': ['highest', 'suited_must_differ'],
  'poker.poker_ace': ['ace_high_and_low', 'high_only', 'low_only'],
  'refill.shortage_last_served': ['packets_from_left', 'singles_from_left', 'dealer_first'],
  'refill.dealer_rotation': ['fixed', 'rotates_each_turn'],
  'refill.stub_shortage': ['recycle_when_short', 'restore_first', 'limit_players_6'],
  'refill.final_refill': ['skip', 'perform'],
  'restore.restore_which': ['just_played', 'one_turn_lag'],
  'thief.thief_target_class': ['any_opposing_meld_card', 'valid_melds_only'],
  'thief.thief_order_key': ['rank_ace_low', 'rank_ace_high', 'face_value'],
  'thief.thief_tie_protocol': ['secret_claims', 'sequential', 'never'],
  'thief.thief_tie_partial': ['all_or_none', 'clashing_only'],
  'thief.thief_tie_decline': ['agrees', 'prevents'],
  'thief.thief_tie_identity': ['physical', 'face'],
  'thief.steal_last_turn': ['skip', 'perform'],
  'turn.simultaneity': ['locked', 'changeable_until_all'],
};

/**
 * With melds that lie aside a stub can be short at any table, so something must be done about it.
 * @type {import('../rules.js').Need[]}
 */
export const NEEDS = [
  {
    option: 'restore_which',
    reading: 'one_turn_lag',
    needs: 'stub_shortage',
    oneOf: ['recycle_when_short', 'restore_first'],
  },
];
