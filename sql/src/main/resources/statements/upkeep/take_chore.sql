-- Takes a chore for one step, if it is due and nobody else is at it.
-- Parameters: name
-- Rows: cursor; none if it is not due or taken
-- Locks: the chore's row, no key update, skipped if taken; before everything else of the step
-- Index: chore_pkey
select cursor
from chore
where name = :name and due_at <= clock_timestamp()
for no key update skip locked
