import { decode, encode } from '#/ledger/codec.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { EventStore, NewEvent, Position, Recorded } from '#/ledger/event-store.ts';
import { leafHash } from './hash.ts';
import {
  entryHash,
  faultOf,
  NOTHING_SEALED,
  SEAL_STREAM,
  SealRefusal,
  progressAfter,
  type SealEntry,
  type SealProgress,
} from './seal.ts';
import type { SealRow, SealTable } from './seal-table.ts';

const PAGE = 500;

/** Seals, their table and the sealed events contradict each other: some were changed or removed. */
export class SealsDisagree extends SealRefusal {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SealsDisagree';
  }
}

export const entryOf = ({ type, data }: Pick<SealRow, 'type' | 'data'>): SealEntry => ({
  type,
  data: JSON.parse(data),
});

/** @throws SealsDisagree when the event is neither a seal nor a change of key, and as `decode` */
export const recordedEntry = (recorded: Recorded): SealEntry => {
  const event = decode(recorded);
  if (event.type === 'SealWritten' || event.type === 'SealKeyRotated') {
    return { type: event.type, data: event.data } as SealEntry;
  }
  throw new SealsDisagree(`${event.type} at ${event.position} is no seal.`);
};

export async function* readSealEvents(store: EventStore, from: number): AsyncGenerator<Recorded> {
  for (let number = from; ;) {
    const page = await store.readStream(SEAL_STREAM, { from: number, limit: PAGE });
    yield* page;
    number += page.length;
    if (page.length < PAGE) return;
  }
}

/** The id derives from the hash, so different entries have different ids. */
export const sealEvent = (entry: SealEntry): NewEvent => {
  const id = derivedId('seal', entryHash(entry));
  const meta = { platform: 'system', actor: 'system', correlation: SEAL_STREAM, causation: id };
  return encode(entry, { id, stream: SEAL_STREAM, meta });
};

export interface SealedRange {
  readonly leaves: readonly Buffer[];
  /** Position in this log of the last event that is sealed once the entry is written. */
  readonly to: Position | undefined;
}

export const rowOf = (
  { type, data }: { readonly type: string; readonly data: string },
  entry: SealEntry,
  { leaves, to }: SealedRange,
): SealRow => ({
  number: entry.data.number,
  type: type === 'SealWritten' ? 'SealWritten' : 'SealKeyRotated',
  data,
  to: entry.type === 'SealWritten' ? (to ?? null) : null,
  leaves,
});

const readTableProgress = async (store: EventStore, table: SealTable): Promise<SealProgress> => {
  const last = await table.last();
  if (last === undefined) return NOTHING_SEALED;
  const { number } = last;
  const [recorded] = await store.readStream(SEAL_STREAM, { from: number, limit: 1 });
  if (recorded === undefined) {
    throw new SealsDisagree(
      `The log lacks seal ${number}, which audit.seal holds: it was cut back or replaced.`,
    );
  }
  if (recorded.data !== last.data) {
    throw new SealsDisagree(`Seal ${number} is another one in the log than in audit.seal.`);
  }
  const to = last.to ?? (await table.lastSeal())?.to ?? undefined;
  return progressAfter(entryOf(last), to);
};

/** Reads the events that a seal covers: the next `count` ones. A change of key covers none. */
const rangeOf = async (
  store: EventStore,
  after: Position | undefined,
  entry: SealEntry,
): Promise<SealedRange> => {
  const leaves: Buffer[] = [];
  let to = after;
  if (entry.type === 'SealKeyRotated') return { leaves, to };
  const range = { ...(after !== undefined && { after }), limit: entry.data.count };
  for await (const events of store.readAll(range)) {
    leaves.push(...events.map(leafHash));
    to = events.at(-1)?.position;
  }
  return { leaves, to };
};

/**
 * Returns how far the log is sealed. Before that, adds to the table the seals that only the log has, after a crash between the two
 * writes.
 * @param onAdded called with each seal that is added
 * @throws SealsDisagree, UnreadableEvent
 */
export const readCurrentProgress = async (
  store: EventStore,
  table: SealTable,
  onAdded: (entry: SealEntry) => Promise<void> = async () => undefined,
): Promise<SealProgress> => {
  let progress = await readTableProgress(store, table);
  for await (const recorded of readSealEvents(store, progress.number)) {
    const entry = recordedEntry(recorded);
    const fault = faultOf(progress, entry);
    if (fault !== undefined) throw new SealsDisagree(`Seal ${progress.number}: ${fault}.`);
    const range = await rangeOf(store, progress.to, entry);
    await table.put(rowOf(recorded, entry, range));
    await onAdded(entry);
    progress = progressAfter(entry, range.to);
  }
  return progress;
};
