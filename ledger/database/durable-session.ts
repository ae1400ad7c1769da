/**
 * Options of a Postgres session whose commits are acknowledged once they are durable, whatever role and database say.
 */
export const DURABLE = '-c synchronous_commit=on';
