/** The smallest and largest values of a platform's terms. Free of zod: browsers load this file. */
export const TERM_BOUNDS = {
  /** In basis points. */
  percent: { least: 0, most: 10_000 },
  /** In cents. */
  amount: { least: 0, most: 99_999_999_99 },
  /** In cents. */
  limit: { least: 1, most: 99_999_999_99 },
  clearingDays: { least: 0, most: 365 },
  installments: { least: 1, most: 12 },
  pixSeconds: { least: 60, most: 2_592_000 },
  boletoDays: { least: 1, most: 30 },
  newDestinationHours: { least: 1, most: 720 },
} as const;
