/**
 * The hour of the day in Brazil from which scheduled withdrawals are requested: the receivables of the day are available by then, and
 * staff who may have to decide are awake.
 */
export const SCHEDULE_FROM_HOUR = 8;
