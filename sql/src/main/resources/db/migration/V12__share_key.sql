-- Namespace and fairness key are one text where the policy names no key, and an index entry holds 2,704 bytes: two texts of 512
-- wide characters did not fit. The turn says the namespace in eight bytes.
alter table share drop constraint share_policy_id_namespace_key_key;
alter table share add constraint share_policy_id_turn_id_key_key unique (policy_id, turn_id, key);
