-- The rights of kalah_worker, which `kalah worker` needs and no more. As the owner of the tables, once they are there,
-- and again after an update of kalah that adds tables:
--   psql 'postgresql://kalah@db.example/kalah?sslmode=verify-full' -f worker.sql
-- It adds games and can neither change nor delete them. It does not see who plays at the server: tokens, saved games,
-- addresses. It is trusted with the results of the games that it plays, and can disturb the tournaments that run.
\set ON_ERROR_STOP on
BEGIN;
GRANT SELECT ON kalah_schema, kalah_commits, meta, counters, tournaments, schedule, games, comments, faults, queues, jobs,
    workers, refusals, measurements, notes TO kalah_worker;
-- Games and what belongs to them, the next round of a tournament, and the measurements of experiments.
GRANT INSERT ON games, comments, faults, schedule, jobs, measurements, notes TO kalah_worker;
GRANT UPDATE (overhead) ON schedule TO kalah_worker;
GRANT UPDATE (last) ON counters TO kalah_worker;
GRANT UPDATE (finished, referee) ON tournaments TO kalah_worker;
GRANT UPDATE (state) ON queues TO kalah_worker;
-- Leases: its own, and those of dead workers.
GRANT UPDATE (state, worker, attempts, result) ON jobs TO kalah_worker;
GRANT INSERT, DELETE, UPDATE (expires) ON workers TO kalah_worker;
GRANT INSERT, DELETE ON refusals TO kalah_worker;
-- What was committed before a connection was lost.
GRANT INSERT, DELETE, UPDATE (number, at) ON kalah_commits TO kalah_worker;
COMMIT;
