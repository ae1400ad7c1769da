-- Once, when the primary's cluster is made: a role that may only follow, and the slot that keeps what it has not read.
\getenv replication_password REPLICATION_PASSWORD
CREATE ROLE follower REPLICATION LOGIN PASSWORD :'replication_password';
SELECT pg_create_physical_replication_slot('replica');
