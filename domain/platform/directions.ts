/** Directions of money. Each has its own client certificate. */
export const directions = ['CASH_IN', 'CASH_OUT'] as const;

export type Direction = (typeof directions)[number];
