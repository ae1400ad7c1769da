import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { categoryOf } from '#/domain/ids.ts';
import type { SealWrittenData } from '#/domain/seal/events.ts';
import type { Timestamp } from '#/domain/time.ts';
import {
  AppendError,
  type EventStore,
  type Position,
  type Recorded,
} from '#/ledger/event-store.ts';
import { alone, type Lead } from '#/ledger/leases.ts';
import { leafHash } from './hash.ts';
import { merkleRoot } from './merkle.ts';
import {
  entryHash,
  SEAL_STREAM,
  SealRefusal,
  signRotation,
  signSeal,
  standingAfter,
  type SealEntry,
  type SealKey,
  type SealStanding,
} from './seal.ts';
import { currentStanding, rowOf, sealEvent } from './seal-log.ts';
import { openSealTable, type SealTable } from './seal-table.ts';

/** Most events under one seal. */
export const EVENTS_PER_SEAL = 1_000;

const SEAL_EVERY_MS = 1_000;

/** The key that was given is not the one that sealed last. */
export class WrongSealKey extends SealRefusal {
  /** Public key of the one that sealed last, or was handed over to. */
  readonly expected: string;

  constructor(expected: string, given: string) {
    super(
      `The seal key is not the one that sealed this log last: its public key is ${given}, not ${expected}.`,
    );
    this.name = 'WrongSealKey';
    this.expected = expected;
  }
}

export interface SealerParts {
  readonly store: EventStore;
  /** Where the table of seals is. */
  readonly pool: Pool;
  readonly key: SealKey;
  readonly now: () => Timestamp;
  /** Told of what keeps it from sealing; it goes on trying. */
  readonly onFailure: (error: unknown) => void;
  /** Given every seal once it is written, to be kept where neither the database nor its administrator reach. */
  readonly anchor?: ((seal: SealWrittenData, hash: string) => Promise<void>) | undefined;
  /** Where several processes could seal, says when it is this one's turn; always by itself. */
  readonly lead?: Lead;
  readonly eventsPerSeal?: number;
  /** Pause after a look that left nothing to seal. */
  readonly everyMs?: number;
}

export interface Sealer {
  /** Finishes the seal under way. */
  readonly stop: () => Promise<void>;
}

const isSeal = ({ stream }: Recorded): boolean => categoryOf(stream) === 'seal';

const expectedOf = ({ number }: SealStanding) => (number === 0 ? 'no_stream' : number - 1);

/** To the log first: its revision decides whose entry it is. */
const write = async (
  { store, table }: { readonly store: EventStore; readonly table: SealTable },
  standing: SealStanding,
  entry: SealEntry,
  leaves: readonly Buffer[],
): Promise<void> => {
  const event = sealEvent(entry);
  await store.append(SEAL_STREAM, [event], {
    expected: expectedOf(standing),
  });
  await table.put(rowOf(event, entry, leaves));
};

/** Another process has sealed meanwhile. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof AppendError && error.failure.kind === 'wrong-expected';

/** Whoever should think it is still their turn when it is not is fenced by the revision of the seals' stream. */
class TurnSealer implements Sealer {
  readonly #parts: SealerParts;
  readonly #table: SealTable;
  readonly #hold: ReturnType<Lead>;
  /** Undefined until the log was read, and again after every failure. */
  #standing: SealStanding | undefined;
  /** Where the log ended when there were only seals to seal; while it ends there, nothing happened. */
  #quietAt: Position | undefined;

  constructor(parts: SealerParts, table: SealTable) {
    this.#parts = parts;
    this.#table = table;
    this.#hold = (parts.lead ?? alone)((signal) => this.#run(signal));
  }

  stop(): Promise<void> {
    return this.#hold.stop();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { everyMs = SEAL_EVERY_MS, onFailure } = this.#parts;
    this.#standing = undefined;
    while (!signal.aborted) {
      let more = false;
      try {
        more = await this.#sealNext();
      } catch (error) {
        this.#standing = undefined;
        if (!isOvertaken(error)) onFailure(error);
      }
      if (!more) await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Answers whether there may be more to seal at once. */
  async #sealNext(): Promise<boolean> {
    const { store, key, now, anchor, eventsPerSeal = EVENTS_PER_SEAL } = this.#parts;
    const standing = (this.#standing ??= await this.#currentStanding());
    if ((await store.head()) === this.#quietAt) return false;
    const { number, previous, to } = standing;
    const events: Recorded[] = [];
    const range = { ...(to !== undefined && { after: to }), limit: eventsPerSeal };
    for await (const batch of store.readAll(range)) events.push(...batch);
    const [first, last] = [events[0], events.at(-1)];
    // Seals are sealed with what comes next; alone they would call for each other for ever.
    if (first === undefined || last === undefined || events.every(isSeal)) {
      this.#quietAt = last?.position;
      return false;
    }
    const leaves = events.map(leafHash);
    const root = merkleRoot(leaves).toString('hex');
    const place = { number, previous, from: first.position, to: last.position };
    const data = signSeal(key, { ...place, count: events.length, root, at: now() });
    const entry: SealEntry = { type: 'SealWritten', data };
    const parts = { store, table: this.#table };
    await write(parts, standing, entry, leaves);
    this.#standing = standingAfter(standing, entry);
    await anchor?.(data, entryHash(entry)).catch(this.#parts.onFailure);
    return events.length === eventsPerSeal;
  }

  async #currentStanding(): Promise<SealStanding> {
    const { store, key } = this.#parts;
    this.#quietAt = undefined;
    const standing = await currentStanding(store, this.#table);
    requireKey(standing, key);
    return standing;
  }
}

const requireKey = ({ keyId }: SealStanding, key: SealKey): void => {
  if (keyId !== undefined && keyId !== key.id) throw new WrongSealKey(keyId, key.id);
};

/**
 * Seals the log in order, every 1,000 events or second, in the process whose turn it is; the others stand by. @throws WrongSealKey, SealsDisagree
 */
export const startSealer = async (parts: SealerParts): Promise<Sealer> => {
  const table = await openSealTable(parts.pool);
  requireKey(await currentStanding(parts.store, table), parts.key);
  return new TurnSealer(parts, table);
};

/** Hands over to another key; from then on a sealer with the old one stops. @throws WrongSealKey, SealsDisagree, AppendError */
export const rotateSealKey = async (
  { store, pool, key, now }: Pick<SealerParts, 'store' | 'pool' | 'key' | 'now'>,
  nextKeyId: string,
): Promise<void> => {
  const table = await openSealTable(pool);
  const standing = await currentStanding(store, table);
  requireKey(standing, key);
  const { number, previous } = standing;
  const data = signRotation(key, { number, previous, nextKeyId, at: now() });
  await write({ store, table }, standing, { type: 'SealKeyRotated', data }, []);
};
