-- Whether two documents are equal as data: order of members and spelling of numbers do not count.
-- Parameters: one, other: JSON text
-- Rows: same boolean
-- Locks: none
-- Index: none
select cast(:one as jsonb) = cast(:other as jsonb) as same
