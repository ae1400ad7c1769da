/** The hour in Brazil from which scheduled withdrawals are requested: staff should be awake. */
export const SCHEDULE_FROM_HOUR = 8;
