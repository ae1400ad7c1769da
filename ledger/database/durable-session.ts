/**
 * Options of a Postgres session whose commits are acknowledged facts: they are durable, and on a synchronous standby where there is
 * one, whatever a role or a database has been set to.
 */
export const DURABLE = '-c synchronous_commit=on';
