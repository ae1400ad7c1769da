/**
 * The hour of the day in Brazil from which withdrawals by schedule are asked for: receivables of the day are available by then, and
 * people who could be asked are awake.
 */
export const SCHEDULE_FROM_HOUR = 8;
