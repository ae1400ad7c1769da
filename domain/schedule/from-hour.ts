/**
 * The hour of the day in Brazil from which scheduled withdrawals are requested: late enough that the receivables of the day should be
 * available, and that staff who may have to decide are awake.
 */
export const SCHEDULE_FROM_HOUR = 8;
