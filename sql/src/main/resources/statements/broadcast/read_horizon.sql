-- Which events can still be read, and when namespaces were last sampled.
-- Parameters: none
-- Rows: newest (last number given), oldest (null if there is none), sampled_at
-- Locks: none
-- Index: event_cursor_pkey, event_pkey (its beginning)
select (select seq from event_cursor where name = 'numbered') as newest,
       (select min(seq) from event) as oldest,
       (select moved_at from event_cursor where name = 'quota') as sampled_at
