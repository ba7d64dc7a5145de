-- Gives the transaction its number before it looks at anything: the fence of what is being collected counts on it.
-- Parameters: none
-- Rows: number
-- Locks: none
-- Index: none
select pg_current_xact_id()::text::bigint as number
