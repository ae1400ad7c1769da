import type { Machine } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { SealWrittenData } from '#/domain/seal/events.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { AppendError, LogRewound, type EventStore } from '#/ledger/event-store.ts';
import {
  leadAlone,
  waitUntilTermEnds,
  type Leadership,
  type RunAsLeader,
} from '#/ledger/leases/leases.ts';
import { merkleRoot } from './merkle.ts';
import {
  entryHash,
  SEAL_STREAM,
  SealRefusal,
  signRotation,
  signSeal,
  progressAfter,
  type SealEntry,
  type SealKey,
  type SealProgress,
} from './seal.ts';
import { readCurrentProgress, rowOf, sealEvent, type SealedRange } from './seal-log.ts';
import type { SealTable } from './seal-table.ts';
import { Unsealed, type SealLeaf } from './unsealed.ts';
import { within } from '#/ledger/concurrency/within.ts';

export const EVENTS_PER_SEAL = 1_000;

const SEAL_EVERY_MS = 1_000;

export class WrongSealKey extends SealRefusal {
  /** The public key that must sign the next seal. */
  readonly expected: string;

  constructor(expected: string, actual: string) {
    super(
      `The seal key is not the one that sealed this log last: its public key is ${actual}, not ${expected}.`,
    );
    this.name = 'WrongSealKey';
    this.expected = expected;
  }
}

export interface SealerOptions {
  readonly store: EventStore;
  readonly table: SealTable;
  readonly key: SealKey;
  readonly now: () => Timestamp;
  /** Called with each error of sealing (then sealing is retried) and of `anchor` (then `anchor` is not). */
  readonly onFailure: (error: unknown) => void;
  /** Stores a new seal where the database's administrator has no access. */
  readonly anchor?: ((seal: SealWrittenData, hash: string) => Promise<void>) | undefined;
  /** Decides which process seals; by default, this one. */
  readonly lead?: RunAsLeader;
  readonly eventsPerSeal?: number;
  readonly machine?: Machine;
  /** Milliseconds: longest wait of an event for its seal, and the pause after a failure. */
  readonly everyMs?: number;
}

export interface Sealer {
  readonly stop: () => Promise<void>;
}

const expectedOf = ({ number }: SealProgress) => (number === 0 ? 'no_stream' : number - 1);

/** Writes to the log first: the append's expected revision decides which process writes the entry. */
const write = async (
  { store, table }: { readonly store: EventStore; readonly table: SealTable },
  progress: SealProgress,
  entry: SealEntry,
  range: SealedRange,
): Promise<SealProgress> => {
  const event = sealEvent(entry);
  await store.append(SEAL_STREAM, [event], {
    expected: expectedOf(progress),
  });
  await table.put(rowOf(event, entry, range));
  return progressAfter(entry, range.to);
};

/** Whether another process has sealed meanwhile. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof AppendError && error.failure.kind === 'wrong-expected';

/** Sends seals to the anchor. A change of key is not anchored. */
const anchorBy =
  ({ anchor, onFailure }: Pick<SealerOptions, 'anchor' | 'onFailure'>) =>
  async (entry: SealEntry): Promise<void> => {
    if (entry.type === 'SealWritten') await anchor?.(entry.data, entryHash(entry)).catch(onFailure);
  };

class LeadingSealer implements Sealer {
  readonly #options: SealerOptions;
  readonly #leadership: Leadership;

  constructor(options: SealerOptions) {
    this.#options = options;
    this.#leadership = (options.lead ?? leadAlone)((term) => this.#run(term));
  }

  stop(): Promise<void> {
    return this.#leadership.stop();
  }

  /** After a failure, starts again from the state of the log. */
  async #run(term: AbortSignal): Promise<void> {
    const { everyMs = SEAL_EVERY_MS, onFailure, machine = thisMachine } = this.#options;
    while (!term.aborted) {
      try {
        await this.#follow(term);
      } catch (error) {
        if (!isOvertaken(error)) onFailure(error);
        await machine.pause(everyMs, term);
      }
    }
  }

  /** Hashes events as they arrive, so that little remains to be done for a seal. */
  async #follow(term: AbortSignal): Promise<void> {
    const { store, table, key, machine = thisMachine } = this.#options;
    const { eventsPerSeal = EVENTS_PER_SEAL, everyMs = SEAL_EVERY_MS } = this.#options;
    const rewinds = store.rewinds();
    let progress = await readCurrentProgress(store, table, anchorBy(this.#options));
    requireKey(progress, key);
    const { to } = progress;
    const unsealed = new Unsealed(to, {
      most: eventsPerSeal,
      longestMs: everyMs,
      clock: machine,
    });
    const leaving = new AbortController();
    const signal = AbortSignal.any([term, leaving.signal]);
    const arrivals = store.subscribe({ ...(to !== undefined && { after: to }), signal });
    const messages = arrivals[Symbol.asyncIterator]();
    let next = messages.next();
    try {
      while (!term.aborted) {
        const message = await (unsealed.dueInMs === undefined
          ? next
          : within(unsealed.dueInMs, next, () => undefined, machine));
        // The log is closed, and has nothing more to seal.
        if (message?.done) return await waitUntilTermEnds(term);
        // Lets callers send their appends first, so that the store writes them while this process hashes.
        await machine.pause(0);
        if (message?.value.kind === 'events') unsealed.add(message.value.events);
        while (unsealed.dueInMs === 0) {
          // A seal must not cover events that the log has lost.
          if (store.rewinds() !== rewinds) throw new LogRewound();
          progress = await this.#seal(progress, unsealed.take());
        }
        if (message !== undefined) next = messages.next();
      }
    } finally {
      leaving.abort();
      await next.catch(() => undefined);
    }
  }

  async #seal(progress: SealProgress, leaves: readonly SealLeaf[]): Promise<SealProgress> {
    const { store, table, key, now } = this.#options;
    const [first, last] = [leaves[0], leaves.at(-1)];
    if (first === undefined || last === undefined) return progress;
    const { number, previous } = progress;
    const hashes = leaves.map(({ hash }) => hash);
    const root = merkleRoot(hashes).toString('hex');
    const place = { number, previous, from: first.sealedAs, to: last.sealedAs };
    const data = signSeal(key, { ...place, count: leaves.length, root, at: now() });
    const entry: SealEntry = { type: 'SealWritten', data };
    const range = { leaves: hashes, to: last.position };
    const next = await write({ store, table }, progress, entry, range);
    await anchorBy(this.#options)(entry);
    return next;
  }
}

const requireKey = ({ keyId }: SealProgress, key: SealKey): void => {
  if (keyId !== undefined && keyId !== key.id) throw new WrongSealKey(keyId, key.id);
};

/** By default, seals 1,000 events at a time, or after one second. @throws WrongSealKey, SealsDisagree */
export const startSealer = async (options: SealerOptions): Promise<Sealer> => {
  requireKey(
    await readCurrentProgress(options.store, options.table, anchorBy(options)),
    options.key,
  );
  return new LeadingSealer(options);
};

/** Records that `nextKeyId` signs the next seals: a sealer with the old key then fails. @throws WrongSealKey, SealsDisagree, AppendError */
export const rotateSealKey = async (
  { store, table, key, now }: Pick<SealerOptions, 'store' | 'table' | 'key' | 'now'>,
  nextKeyId: string,
): Promise<void> => {
  const progress = await readCurrentProgress(store, table);
  requireKey(progress, key);
  const { number, previous, to } = progress;
  const data = signRotation(key, { number, previous, nextKeyId, at: now() });
  await write({ store, table }, progress, { type: 'SealKeyRotated', data }, { leaves: [], to });
};
