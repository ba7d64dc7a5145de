-- Arrays of ids barely compress; trying costs more than writing the batch.
alter table admission_batch
  alter column jobs set storage external,
  alter column attempts set storage external;
