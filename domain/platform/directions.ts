/** Money comes in and goes out under certificates of their own. */
export const directions = ['CASH_IN', 'CASH_OUT'] as const;

export type Direction = (typeof directions)[number];
