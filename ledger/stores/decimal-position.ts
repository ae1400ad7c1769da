import type { Position } from '#/ledger/event-store.ts';

/**
 * Returns the position for an ordinal (from 1, without gaps): twenty digits, so that positions sort as text. An ordinal
 * stays below 2^53.
 */
export const decimalPosition = (ordinal: number): Position =>
  String(ordinal).padStart(20, '0') as Position;

/** Returns the ordinal of a position, 0 for none. @throws RangeError for a position of another kind of store */
export const ordinalOf = (position: Position | undefined): number => {
  if (position === undefined) return 0;
  if (!/^\d{20}$/.test(position)) throw new RangeError(`not a position of this store: ${position}`);
  return Number(position);
};
