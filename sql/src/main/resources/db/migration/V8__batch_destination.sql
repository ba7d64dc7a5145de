-- A batch goes where its policy sent it when it was admitted: sent again after a change of the destination, it would reach two queues.
alter table admission_batch add column destination text;
comment on column admission_batch.destination is 'Work queue of the policy when the batch was admitted; null for batches of versions that did not say.';
