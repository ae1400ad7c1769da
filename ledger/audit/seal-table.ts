import type { Position } from '#/ledger/event-store.ts';
import type { SealEntry } from './seal.ts';

/** A row of the table `audit.seal`. */
export interface SealRow {
  readonly number: number;
  readonly type: SealEntry['type'];
  /** The exact bytes of the event's data. */
  readonly data: string;
  /** For a seal: the position in this log of the last event it covers. */
  readonly to: Position | null;
  /** The leaves under a seal's root. With them a proof needs no other event. */
  readonly leaves: readonly Buffer[];
}

/** A copy of the seals outside the log, to find them by position and to detect changes of the log. */
export interface SealTable {
  readonly put: (row: SealRow) => Promise<void>;
  /** The last entry: a seal or a change of key. */
  readonly last: () => Promise<SealRow | undefined>;
  /** In order, from a number (inclusive). */
  readonly read: (from: number, limit: number) => Promise<readonly SealRow[]>;
  /** The seal that covers the event at this position. */
  readonly findCovering: (position: Position) => Promise<SealRow | undefined>;
  /** The last entry that is not a change of key. */
  readonly lastSeal: () => Promise<SealRow | undefined>;
  /** All changes of key, in order. */
  readonly rotations: () => Promise<readonly SealRow[]>;
}
