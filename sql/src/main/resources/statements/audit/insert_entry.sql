-- Writes down what a person did.
-- Parameters: actor, action, subject text; reason text or null; before, after: JSON text or null
-- Rows: none
-- Locks: the new row
-- Index: none
insert into audit (actor, action, subject, reason, before, after)
values (:actor, :action, :subject, :reason, cast(:before as jsonb), cast(:after as jsonb))
