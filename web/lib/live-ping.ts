/** The server's limits on messages allow for it (`api/http/request-limits.ts`). */
export const PING_EVERY_MILLISECONDS = 5_000;
