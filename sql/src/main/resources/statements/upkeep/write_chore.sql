-- Writes how far a chore has come.
-- Parameters: name; cursor; found, mended (in this step); again_ms (until the next step); over (whether the round ended with this step)
-- Rows: none
-- Locks: the chore's row, held already
-- Index: chore_pkey
update chore
set cursor = case when :over then 0 else :cursor::bigint end,
    due_at = clock_timestamp() + :again_ms * interval '1 millisecond',
    last_found = case when :over then found + :found else last_found end,
    found = case when :over then 0 else found + :found end,
    mended = mended + :mended,
    ended_at = case when :over then clock_timestamp() else ended_at end
where name = :name
