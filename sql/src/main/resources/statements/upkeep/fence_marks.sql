-- Puts a fence behind marks that are committed: this transaction's number.
-- Parameters: none
-- Rows: none
-- Locks: the marks, skipping those that somebody takes away
-- Index: retiring_pkey; the table has only what is about to go
update retiring
set fence = pg_current_xact_id()
where (kind, id) in (select kind, id from retiring where fence is null order by kind, id for update skip locked)
