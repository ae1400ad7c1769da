import type { Position } from '#/ledger/event-store.ts';

/**
 * Positions of the stores that count events themselves: dense from 1, in twenty digits so that they
 * sort as text. An ordinal stays below 2^53, which at 25,000 events a second lasts eleven thousand
 * years.
 */
export const decimalPosition = (ordinal: number): Position =>
  String(ordinal).padStart(20, '0') as Position;

/**
 * Ordinal of a position, 0 for none. @throws RangeError for a position of another kind of store.
 */
export const ordinalOf = (position: Position | undefined): number => {
  if (position === undefined) return 0;
  if (!/^\d{20}$/.test(position)) throw new RangeError(`not a position of this store: ${position}`);
  return Number(position);
};
