import type { EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { AnyRow, Table } from '#/projections/engine/define/table.ts';

/**
 * A generation is one build of a read model.
 * - `live`: queries read it, and it is kept up with the log.
 * - `degraded`: queries read it, but no more events are applied to it.
 * - `rebuilding`, then `ready`: a new one that no query reads yet.
 * - `retired`: a previous one, kept for a rollback.
 * - `returning`: a retired one that catches up with the log for a rollback.
 */
export type GenerationStatus =
  | 'live'
  | 'degraded'
  | 'rebuilding'
  | 'ready'
  | 'retired'
  | 'returning';

export interface GenerationName {
  readonly name: string;
  readonly generation: number;
}

export interface Checkpoint extends GenerationName {
  readonly version: number;
  /** Position of the last event included in the rows; `''` before the first. */
  readonly position: Position | '';
  /** Null = not known. If the log does not have this event any more, events were lost. */
  readonly last: EventRead | null;
  readonly status: GenerationStatus;
  /** Why it is degraded. */
  readonly error: string | null;
  readonly updatedAt: string;
}

export interface TableRows {
  readonly table: Table;
  readonly rows: readonly AnyRow[];
}

export interface GenerationChange extends GenerationName {
  /** The position at which the checkpoint must be. */
  readonly from: Position | '';
  /** The position to which the checkpoint moves. */
  readonly upTo: Position;
  /** The last event of the batch; null when it has none. */
  readonly last: EventRead | null;
  /** Only tables with rows. */
  readonly tables: readonly TableRows[];
}

/**
 * Writes all changes or none. A keyed row replaces the row with its key, sums are added to the stored ones, rows of a log are appended.
 * @returns false when nothing was written, because a checkpoint is not as expected
 * @throws RowsRefused, GenerationGone, and errors of the connection
 */
export type Commit = (changes: readonly GenerationChange[]) => Promise<boolean>;

/** Commits that wait for a lock for a limited time. */
export interface CommitSession {
  /** @throws LockTimedOut, and what `Commit` throws */
  readonly commit: Commit;
  /** Closes the connection; a later commit opens a new one. */
  readonly close: () => void;
}

export interface Tables {
  /** Checkpoints of the generations that queries read, live or degraded, in the order of names. */
  readonly live: (names: readonly string[]) => Promise<readonly Checkpoint[]>;
  /** Like `live`, but first waits for a commit still running in another process, which may be frozen: for a process that takes over. */
  readonly liveSettled: (names: readonly string[]) => Promise<readonly Checkpoint[]>;
  /** Queries still read the generation, but it no longer advances. */
  readonly markDegraded: (at: GenerationName, error: string) => Promise<void>;
  /** The generation retries the event at which it stopped. */
  readonly markLive: (at: GenerationName) => Promise<void>;
  /** @throws GenerationGone */
  readonly rows: (
    at: GenerationName,
    table: Table,
    keys: readonly (readonly string[])[],
  ) => Promise<readonly AnyRow[]>;
  readonly commit: Commit;
  readonly session: (longestWaitMs: number) => CommitSession;
}

/** A value does not fit its column, for example, or a batch has two rows of one key. */
export class RowsRefused extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'RowsRefused';
  }
}

/** The tables of the generation do not exist any more, for example because it was dropped after two rebuilds. */
export class GenerationGone extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'GenerationGone';
  }
}

/** Another session held the lock for longer than the caller waits. */
export class LockTimedOut extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'LockTimedOut';
  }
}

/** Another rebuild or rollback of this read model is already running. */
export class RebuildUnderWay extends OperatorError {
  constructor(name: string) {
    super(`${name} is being rebuilt already`);
  }
}

/**
 * Rebuilds read models and makes them live, all or none.
 * @throws RebuildUnderWay, FoldFailed, RebuildDiffers, and the reason of `signal` when it aborts
 */
export type Build = (
  store: EventStore,
  projections: readonly Projection[],
  signal?: AbortSignal,
) => Promise<void>;
