/** Commits are acknowledged once they are durable, whatever the settings of role and database. */
export const DURABLE = '-c synchronous_commit=on';
