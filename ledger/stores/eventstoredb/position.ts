import type { Position as LogPosition } from '@eventstore/db-client';
import type { Position } from '#/ledger/event-store.ts';

const digits = (number: bigint): string => number.toString().padStart(20, '0');

/** Commit and prepare in twenty digits each, which is as long as an unsigned 64-bit number gets. */
export const positionText = ({ commit, prepare }: LogPosition): Position =>
  `e:${digits(commit)}:${digits(prepare)}` as Position;

/** What the server calls it. @throws RangeError for a position of another kind of store */
export const logPosition = (position: Position): LogPosition => {
  const [, commit, prepare] = /^e:(\d{20}):(\d{20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) {
    throw new RangeError(`not a position of EventStoreDB: ${position}`);
  }
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

/** The furthest place of the log that this process has heard of. */
export class Horizon {
  #latest: Position | '' = '';

  get latest(): Position | '' {
    return this.#latest;
  }

  reach(position: Position): void {
    if (position > this.#latest) this.#latest = position;
  }
}
