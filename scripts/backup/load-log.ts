import type { FileHandle } from 'node:fs/promises';
import { openLogLoader, type StoreLocations } from '#/api/composition/store.ts';
import { leafHash } from '#/ledger/audit/hash.ts';
import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import { movedOf } from '#/ledger/log-loader.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import { failureSentence } from '#/scripts/launch/failure-sentence.ts';
import { readArchivedLog } from './archived.ts';

const BATCH = 1_000;
const REPORT_EVERY_MS = 5_000;

/** Gives the events of batches in pieces of any size. */
class Events {
  readonly #batches: AsyncIterator<readonly Recorded[]>;
  #batch: readonly Recorded[] = [];
  #next = 0;

  constructor(batches: AsyncIterable<readonly Recorded[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Makes at least one event ready for `take`; returns false if none is left. */
  async fill(): Promise<boolean> {
    while (this.#next === this.#batch.length) {
      const { value, done } = await this.#batches.next();
      if (done === true) return false;
      this.#batch = value;
      this.#next = 0;
    }
    return true;
  }

  /** Returns at least one and at most `limit` events, after `fill` returned true. */
  take(limit: number): readonly Recorded[] {
    const events = this.#batch.slice(this.#next, this.#next + limit);
    this.#next += events.length;
    return events;
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

export interface Pair {
  readonly archived: Recorded;
  readonly restored: Recorded;
}

const otherLog = (position: Position): BadEnvironment =>
  new BadEnvironment(
    `From ${position} on, this log is not the one of the backup: restore the backup into an empty log.`,
  );

/** @throws BadEnvironment when a restored event differs from the backup, or the backup has fewer events */
export async function* matchPairs(
  file: FileHandle,
  store: EventStore,
): AsyncGenerator<readonly Pair[]> {
  const archive = new Events(readArchivedLog(file));
  try {
    for await (const batch of store.readAll({ batchSize: BATCH })) {
      const pairs: Pair[] = [];
      while (pairs.length < batch.length) {
        const [first] = batch.slice(pairs.length);
        if (first === undefined) break;
        if (!(await archive.fill())) throw otherLog(first.position);
        for (const archived of archive.take(batch.length - pairs.length)) {
          const restored = batch[pairs.length] ?? first;
          // The leaf hash covers all but the position.
          if (!leafHash(restored).equals(leafHash(archived))) throw otherLog(restored.position);
          pairs.push({ archived, restored });
        }
      }
      yield pairs;
    }
  } finally {
    await archive.close();
  }
}

const countRestored = async (file: FileHandle, store: EventStore): Promise<number> => {
  let count = 0;
  for await (const pairs of matchPairs(file, store)) count += pairs.length;
  return count;
};

/** Leaves out the first `skipped` events. */
async function* inParts(
  batches: AsyncIterable<readonly Recorded[]>,
  skipped: number,
): AsyncGenerator<readonly Recorded[]> {
  let toSkip = skipped;
  for await (const batch of batches) {
    const rest = batch.slice(toSkip);
    toSkip -= batch.length - rest.length;
    for (let from = 0; from < rest.length; from += BATCH) yield rest.slice(from, from + BATCH);
  }
}

/** Says how far the restore came. */
const restoreFailure = (cause: unknown, done: number, events: number): unknown => {
  if (cause instanceof OperatorError) return cause;
  const why = failureSentence(cause);
  return new BadEnvironment(
    `The log took ${done} of ${events} events. ${why} The same command continues from there.`,
  );
};

export interface ArchivedLog {
  readonly file: FileHandle;
  readonly events: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Appends those events of a backup that the target log does not have yet.
 * @throws BadEnvironment when the target holds another log, or the store fails; the reason of `signal` once aborted
 */
export const loadLog = async (
  { file, events, signal }: ArchivedLog,
  { locations, store }: { readonly locations: StoreLocations; readonly store: EventStore },
  onProgress: (line: string) => void,
): Promise<void> => {
  let done = 0;
  // Waits for an interrupted restore that is still writing.
  const loader = await openLogLoader(locations);
  let reportedAt = performance.now();
  try {
    done = await countRestored(file, store);
    if (done > 0) onProgress(`${done} of ${events} events are restored already`);
    for await (const part of inParts(readArchivedLog(file), done)) {
      signal?.throwIfAborted();
      await loader.load(part.map(movedOf));
      done += part.length;
      if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
      reportedAt = performance.now();
      onProgress(`${done} of ${events} events`);
    }
  } catch (error) {
    throw signal?.aborted === true ? error : restoreFailure(error, done, events);
  } finally {
    await loader.close();
  }
};
