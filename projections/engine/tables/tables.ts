import type { EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { AnyRow, Table } from '#/projections/engine/define/table.ts';

/**
 * - `live`: queries read it and the runner keeps it up to date.
 * - `degraded`: queries read it, but no more events are applied: one could not be applied, or the log has lost events that it includes.
 * - `rebuilding`, then `ready`: a new generation that no query reads yet.
 * - `retired`: the previous generation, kept for a rollback.
 * - `returning`: a retired generation that catches up with the live one for a rollback.
 */
export type GenerationStatus =
  | 'live'
  | 'degraded'
  | 'rebuilding'
  | 'ready'
  | 'retired'
  | 'returning';

/** Names one generation of a read model. */
export interface GenerationName {
  readonly name: string;
  readonly generation: number;
}

/** The progress of one generation of a projection. */
export interface Checkpoint extends GenerationName {
  readonly version: number;
  /** Position of the last event included in the rows; `''` before the first. */
  readonly position: Position | '';
  /** The last event up to `position`: if the log no longer has it, the log has lost its newest events. Null when not known. */
  readonly last: EventRead | null;
  readonly status: GenerationStatus;
  /** Why it is degraded. */
  readonly error: string | null;
  readonly updatedAt: string;
}

/** Rows of one table to be written. */
export interface TableRows {
  readonly table: Table;
  readonly rows: readonly AnyRow[];
}

/** What a batch changes in one generation. */
export interface GenerationChange extends GenerationName {
  /** The position at which the checkpoint must be: it moves from no other. */
  readonly from: Position | '';
  /** The position to which the checkpoint moves. */
  readonly upTo: Position;
  /** The last event of the batch; null when it has none. */
  readonly last: EventRead | null;
  /** Only tables with rows. */
  readonly tables: readonly TableRows[];
}

/**
 * Writes the changes of a batch to one or more generations and moves their checkpoints, all or nothing. A keyed row replaces the
 * row with its key, sums are added to the stored sums, and rows of a log are new.
 * @returns false when nothing was written, because a checkpoint is not at its expected position, or accepts no events
 * @throws RowsRefused, GenerationGone, and errors of the connection
 */
export type Commit = (changes: readonly GenerationChange[]) => Promise<boolean>;

/** Commits that wait for a lock only for a limited time. */
export interface CommitSession {
  /** @throws HeldTooLong, and what `Commit` throws */
  readonly commit: Commit;
  /** Closes the connection; a later commit opens a new one. */
  readonly close: () => void;
}

/**
 * The storage of read models, as used by the part of the engine that applies the log to them. How a generation is built, compared
 * and made the live one is up to each implementation.
 */
export interface Tables {
  /** Returns the generation that queries read, for each name that has one, in the order of names. */
  readonly live: (names: readonly string[]) => Promise<readonly Checkpoint[]>;
  /** The same, but waits first for a commit that is still running, such as one of a frozen process. */
  readonly liveSettled: (names: readonly string[]) => Promise<readonly Checkpoint[]>;
  /** Parks a live generation. Queries still read it, but it no longer advances. */
  readonly markDegraded: (at: GenerationName, error: string) => Promise<void>;
  /** Unparks a generation, so that it retries the event it was parked at. */
  readonly markLive: (at: GenerationName) => Promise<void>;
  /** Returns the rows of a keyed table that have one of these keys. @throws GenerationGone */
  readonly rows: (
    at: GenerationName,
    table: Table,
    keys: readonly (readonly string[])[],
  ) => Promise<readonly AnyRow[]>;
  readonly commit: Commit;
  readonly session: (longestWaitMs: number) => CommitSession;
}

/**
 * The tables refuse the data, for example because a value does not fit its column, a batch has two rows of one key, or a `log` table
 * already has a new row's key.
 */
export class RowsRefused extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'RowsRefused';
  }
}

/** The tables do not exist any more, for example because two rebuilds have flipped since, or an operator dropped them. */
export class GenerationGone extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'GenerationGone';
  }
}

/** Another session held the lock for longer than the caller waits. */
export class HeldTooLong extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'HeldTooLong';
  }
}

/** Another rebuild or rollback of this read model is already running. */
export class RebuildUnderWay extends OperatorError {
  constructor(name: string) {
    super(`${name} is being rebuilt already`);
  }
}

/**
 * Rebuilds read models from the whole log and makes them live, all or none. Implementations differ in whether they first compare them with
 * live ones; none compares them with degraded ones.
 * @throws RebuildUnderWay, FoldFailed at an event that one of them cannot apply, when a comparison finds a difference, and when aborted
 */
export type Build = (
  store: EventStore,
  projections: readonly Projection[],
  signal?: AbortSignal,
) => Promise<void>;
