-- Holds a namespace so that one editor at a time changes it.
-- Parameters: name text
-- Rows: max_in_flight (null = it has no ceiling of its own)
-- Locks: the namespace's row, no key update; neither ticks nor stagers want it
-- Index: namespace_pkey
select max_in_flight from namespace where name = :name for no key update
