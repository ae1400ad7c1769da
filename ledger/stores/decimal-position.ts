import type { Position } from '#/ledger/event-store.ts';

/** Twenty digits, so that positions sort as text. An ordinal begins at 1 and stays below 2^53. */
export const decimalPosition = (ordinal: number): Position =>
  String(ordinal).padStart(20, '0') as Position;

/** 0 = no position. @throws RangeError for a position of another kind of store */
export const ordinalOf = (position: Position | undefined): number => {
  if (position === undefined) return 0;
  if (!/^\d{20}$/.test(position)) throw new RangeError(`not a position of this store: ${position}`);
  return Number(position);
};
