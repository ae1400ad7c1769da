/**
 * Options of a Postgres session in which a commit is acknowledged only once it is durable, also on a synchronous standby where
 * there is one. They override the settings of the role and of the database.
 */
export const DURABLE = '-c synchronous_commit=on';
