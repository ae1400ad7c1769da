/** The hour in Brazil from which scheduled withdrawals are requested: the day's receivables should be available, and staff awake. */
export const SCHEDULE_FROM_HOUR = 8;
