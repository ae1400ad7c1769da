-- Runs once, when the primary is created: a role for replication only, and a slot that keeps the WAL the replica has not read.
\getenv replication_password REPLICATION_PASSWORD
CREATE ROLE follower REPLICATION LOGIN PASSWORD :'replication_password';
SELECT pg_create_physical_replication_slot('replica');
