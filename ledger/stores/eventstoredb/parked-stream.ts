import { jsonEvent, type EventData } from '@eventstore/db-client';
import { z } from 'zod';
import { timestampSchema } from '#/domain/values/time.ts';
import {
  keyOf,
  sortByLog,
  type Parked,
  type ParkedName,
} from '#/ledger/checkpoints/checkpoints.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { createdAt, parseAs, revisionOf, typeOf, type WireEvent } from './content.ts';
import type { Names } from './names.ts';
import type { Reader } from './reader.ts';
import { isTooLong, retryConflicts, shrink, type WriterOutsideLog } from './writer-outside-log.ts';
import { position, workSchema } from './work-event.ts';

const PARKED = 'EventParked';
const UNPARKED = 'EventUnparked';

/** Most changes in one append, which must not exceed the server's limit of 1 MiB. */
const CHANGES_AT_ONCE = 100;

const namedSchema = z.object({
  policy: z.string(),
  position,
  holds: z.string().exactOptional(),
});
const parkedSchema = workSchema.extend({
  failure: z.string(),
  // Earlier releases did not write `since`; then the time counts at which the server recorded the event.
  since: timestampSchema.optional(),
  holds: z.string().exactOptional(),
});

type Change =
  | { readonly kind: 'park'; readonly it: Parked }
  | { readonly kind: 'unpark'; readonly it: ParkedName };

/** `revision`: of the first event that parked the work. */
type ParkedWork = Map<string, { readonly it: Parked; readonly revision: number }>;

/** Returns the parked work, in the order of those first events. */
const foldParked = (events: readonly WireEvent[]): ParkedWork => {
  const parked: ParkedWork = new Map();
  for (const event of events) {
    if (typeOf(event) === UNPARKED) {
      parked.delete(keyOf(parseAs(namedSchema, event)));
      continue;
    }
    const { since = createdAt(event), ...it } = parseAs(parkedSchema, event);
    const before = parked.get(keyOf(it));
    // An event that was written again may stand behind a later failure of the same work, so the earliest `since` counts.
    const first = before !== undefined && before.it.since < since ? before.it.since : since;
    parked.set(keyOf(it), {
      it: { ...it, since: first },
      revision: before?.revision ?? revisionOf(event),
    });
  }
  return parked;
};

/**
 * Applies a change to the set of parked work. Work that fails again is always written again: the new event raises the stream's revision, so
 * that the server refuses an `EventUnparked` that was decided before it and arrives late.
 * @returns whether an event must be written
 */
const applyChange = (parked: Set<string>, { kind, it }: Change): boolean => {
  if (kind === 'unpark') return parked.delete(keyOf(it));
  parked.add(keyOf(it));
  return true;
};

const eventOf = ({ kind, it }: Change): EventData => {
  if (kind === 'park') return jsonEvent({ type: PARKED, data: { ...it } });
  const { policy, position: at, holds } = it;
  const data = { policy, position: at, ...(holds !== undefined && { holds }) };
  return jsonEvent({ type: UNPARKED, data });
};

/** Parked work, in a stream outside the log. The server refuses a change that arrives after changes that its writer has not read. */
export class ParkedStream {
  readonly #writer: WriterOutsideLog;
  readonly #stream: string;
  readonly #reader: Pick<Reader, 'readShown'>;
  // Changes that come while others are written go into one append, so that those of one process do not conflict.
  readonly #change = inBatches<Change, void>({
    run: (changes) => this.#write(changes),
    width: 1,
    most: CHANGES_AT_ONCE,
  });

  constructor({
    writer,
    names,
    reader,
  }: {
    readonly writer: WriterOutsideLog;
    readonly names: Names;
    readonly reader: Reader;
  }) {
    this.#writer = writer;
    this.#stream = names.streamOutsideLog('parked');
    this.#reader = reader;
  }

  /** In the order of the log. */
  async list(): Promise<readonly Parked[]> {
    const parked = foldParked(await this.#reader.readShown(this.#stream));
    return sortByLog(parked.values().map(({ it }) => it));
  }

  add(it: Parked): Promise<void> {
    return this.#change({ kind: 'park', it });
  }

  remove(it: ParkedName): Promise<void> {
    return this.#change({ kind: 'unpark', it });
  }

  async #write(changes: readonly Change[]): Promise<readonly void[]> {
    await retryConflicts(async (actual) => {
      const events = await this.#reader.readShown(this.#stream);
      const last = events.at(-1);
      const parked = new Set(foldParked(events).keys());
      const made = changes.filter((change) => applyChange(parked, change));
      if (made.length === 0) return;
      const expected = last ? BigInt(last.getStreamRevision()) : actual;
      await this.#writer.append(this.#stream, made.map(eventOf), expected);
      if (parked.size === 0 || isTooLong(events.length + made.length, parked.size))
        await this.#shrink();
    });
    return changes.map(() => undefined);
  }

  async #shrink(): Promise<void> {
    const shown = await this.#reader.readShown(this.#stream);
    const needed = [...foldParked(shown).values()].map(({ it, revision }) => ({
      revision,
      again: eventOf({ kind: 'park', it }),
    }));
    await shrink(this.#writer, this.#stream, { shown, needed });
  }
}
