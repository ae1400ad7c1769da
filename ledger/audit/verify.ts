import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import { CHAIN_START, chainHash } from './hash.ts';
import { HashAgain } from './hash-again.ts';
import { SealCheck, Unfit, unfitOf, type Finding } from './seal-check.ts';
import type { SealTable } from './seal-table.ts';
import { writtenMeta } from './written-meta.ts';

export interface VerifyOptions {
  readonly store: EventStore;
  readonly table: SealTable;
  /** First and last position to check (inclusive); the check starts with the seal that covers `from`. */
  readonly from?: Position | undefined;
  readonly to?: Position | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (events: number) => void;
}

export interface VerifyResult {
  readonly events: number;
  /** Number of seals whose events all equal the sealed ones. */
  readonly seals: number;
  /** Number of checked events after the last proved seal, not counting seals. */
  readonly unsealed: number;
  readonly sealedThrough: Position | null;
  /** Public key that must sign the next seal; null when nothing is sealed. */
  readonly keyId: string | null;
  readonly finding: Finding | null;
}

const BATCH = 1_000;

/** If a chained hash is wrong, this many following events are searched for the one that belongs in its place. */
const REACH = 1_000;

const POSITION_DIGITS = /^\d{20}$/;
const FIRST_POSITION = `${'0'.repeat(19)}1` as Position;

/** Returns the next position, in stores whose positions count events. */
const nextPosition = (position: Position | undefined): Position | undefined => {
  if (position === undefined || !POSITION_DIGITS.test(position)) return undefined;
  return String(Number(position) + 1).padStart(20, '0') as Position;
};

/** Finds the first gap between the revisions of a stream. A stream whose end was removed has no gap. */
const streamWithGap = async (
  store: EventStore,
): Promise<Pick<Finding, 'stream' | 'revision'> | undefined> => {
  const revisions = new Map<string, number>();
  for await (const events of store.readAll({ batchSize: BATCH })) {
    for (const { stream, revision } of events) {
      const expected = revisions.get(stream) ?? 0;
      if (revision > expected) return { stream, revision: expected };
      revisions.set(stream, revision + 1);
    }
  }
  return undefined;
};

class LogCheck {
  readonly #options: VerifyOptions;
  readonly #seals: SealCheck;
  #last: Position | undefined;
  #hash: string | undefined = CHAIN_START;
  readonly #hashes = new HashAgain();
  #mustSettle = false;
  events = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#seals = new SealCheck(options.store, options.table);
  }

  get seals(): SealCheck {
    return this.#seals;
  }

  /** @throws Unfit at the first changed event */
  async run(): Promise<void> {
    const { store, from, to, signal, onProgress } = this.#options;
    const head = await store.head();
    const after = from === undefined ? undefined : await this.#seals.skipTo(from);
    // The event before the range is not read, so the chained hash of the first event is not checked.
    if (after !== undefined) this.#hash = undefined;
    this.#last = after;
    const range = { ...(after !== undefined && { after }), ...(signal && { signal }) };
    for await (const batch of store.readAll({ ...range, batchSize: BATCH })) {
      for (const event of batch) {
        if (to !== undefined && event.position > to) return;
        const fault = this.#take(event);
        if (fault !== undefined) throw await fault();
        if (this.#mustSettle) await this.#seals.settle(event);
      }
      onProgress?.(this.events);
    }
    await this.#seals.end(head);
  }

  /** Synchronous, because most events need no query. Returns a function that describes the fault, if any. */
  #take(event: Recorded): (() => Promise<Unfit>) | undefined {
    if (!this.#isNext(event)) {
      const due = this.#expectedAfter(event);
      if (due !== undefined && event.position !== due) return () => this.#findMissing(due, event);
    }
    const { v, hash: written } = writtenMeta(event.meta);
    const { content, leaf, chain = event.hash } = this.#hashes.of(event, v, this.#hash);
    if (content !== written) {
      const wrong = 'was altered: its content does not have the hash it was written with';
      return async () => unfitOf(event, wrong);
    }
    if (event.hash !== undefined && chain !== event.hash) return () => this.#findDisplaced(event);
    this.#hash = event.hash;
    this.#last = event.position;
    this.events += 1;
    this.#mustSettle = this.#seals.take(event, leaf);
    return undefined;
  }

  /** Whether the event has the position after the last one. Checks the usual case fast: no position is formatted. */
  #isNext({ position }: Recorded): boolean {
    const last = this.#last;
    return last?.length === 20 && position.length === 20 && Number(position) === Number(last) + 1;
  }

  /** Returns the next position, in stores whose positions count events. */
  #expectedAfter({ position }: Recorded): Position | undefined {
    if (this.#last !== undefined) return nextPosition(this.#last);
    return POSITION_DIGITS.test(position) ? FIRST_POSITION : undefined;
  }

  async #findMissing(due: Position, next: Recorded): Promise<Unfit> {
    const gap = await streamWithGap(this.#options.store);
    const until = `the log goes on at ${next.position}`;
    if (gap !== undefined) {
      return new Unfit({ position: due, ...gap, wrong: `was removed: ${until}` });
    }
    const lostPart = 'the end or the whole of a stream';
    const wrong = `was removed: ${until}, and it was ${lostPart}`;
    return new Unfit({ position: due, stream: null, revision: null, wrong });
  }

  /** If none of the next events belongs at this place, this event was changed. */
  async #findDisplaced(event: Recorded): Promise<Unfit> {
    const previous = this.#hash ?? CHAIN_START;
    const { position } = event;
    const range = { after: position, limit: REACH };
    for await (const batch of this.#options.store.readAll(range)) {
      const belongs = batch.find((other) => {
        const hash = chainHash(previous, { ...other, position });
        return hash === other.hash || hash === event.hash;
      });
      if (belongs === undefined) continue;
      const { stream, revision, position: now } = belongs;
      const wrong = `was reordered: revision ${revision} of ${stream}, now at ${now}, belongs here`;
      return unfitOf(event, wrong);
    }
    return unfitOf(
      event,
      'was altered: its chained hash follows neither from it nor from what precedes it',
    );
  }
}

/**
 * Checks the hashes of the log, its seals and the table of the seals. Does not detect a rewrite by someone who has the key of the
 * seals.
 * @throws when the log or the table could not be read to its end; SealsDisagree for another event in the stream of the seals
 */
export const verifyLog = async (options: VerifyOptions): Promise<VerifyResult> => {
  const check = new LogCheck(options);
  let finding: Finding | null = null;
  try {
    await check.run();
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    ({ finding } = error);
  }
  const { proved, unsealed, progress } = check.seals;
  return {
    events: check.events,
    seals: proved,
    unsealed,
    sealedThrough: progress.to ?? null,
    keyId: progress.keyId ?? null,
    finding,
  };
};
