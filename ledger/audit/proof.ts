import type { SealKeyRotatedData, SealWrittenData } from '#/domain/seal/events.ts';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { leafHash, sealedPosition } from './hash.ts';
import { auditPath, merkleRoot } from './merkle.ts';
import { entryOf, SealsDisagree } from './seal-log.ts';
import type { SealRow, SealTable } from './seal-table.ts';

/** The seal's number, the index of the event's leaf, and in `path` the hex of `auditPath`. */
export interface SealPlace {
  readonly number: number;
  readonly index: number;
  readonly path: readonly string[];
}

/** An event as it was first recorded, with the exact bytes of `data` and `meta`. */
export interface ProvedEvent extends Omit<Recorded, 'hash' | 'sealedAs'> {
  /** Null when no seal covers the event yet. */
  readonly seal: SealPlace | null;
}

/** What a reader needs to check events offline, besides a public key. */
export interface EventsProof {
  readonly events: readonly ProvedEvent[];
  readonly seals: readonly SealWrittenData[];
  /** All changes of key, in order. */
  readonly rotations: readonly SealKeyRotatedData[];
}

export interface Proof extends EventsProof {
  readonly stream: string;
}

interface CoveredEvent {
  readonly event: ProvedEvent;
  readonly seal: SealWrittenData | undefined;
}

const sealOf = (row: SealRow): SealWrittenData => {
  const entry = entryOf(row);
  if (entry.type === 'SealWritten') return entry.data;
  throw new SealsDisagree(`${entry.data.number} is no seal.`);
};

const cover = (recorded: Recorded, row: SealRow | undefined): CoveredEvent => {
  const { stream, revision, id, type, data, meta, recordedAt } = recorded;
  const position = sealedPosition(recorded);
  const event = { position, stream, revision, id, type, data, meta, recordedAt };
  if (row === undefined) return { event: { ...event, seal: null }, seal: undefined };
  const seal = sealOf(row);
  const leaf = leafHash(event);
  const index = row.leaves.findIndex((each) => each.equals(leaf));
  if (index < 0 || merkleRoot(row.leaves).toString('hex') !== seal.root) {
    throw new SealsDisagree(`Seal ${seal.number} does not cover ${type} at ${position}.`);
  }
  const path = auditPath(row.leaves, index).map((node) => node.toString('hex'));
  return { event: { ...event, seal: { number: seal.number, index, path } }, seal };
};

/** Returns a proof of the sealed ones of these events; the others have no seal. @throws SealsDisagree when an event differs from its seal */
export const proveEvents = async (
  table: SealTable,
  events: readonly Recorded[],
): Promise<EventsProof> => {
  const covered: CoveredEvent[] = [];
  for (const event of events) covered.push(cover(event, await table.findCovering(event.position)));
  const seals = new Map(covered.flatMap(({ seal }) => (seal ? [[seal.number, seal]] : [])));
  const rotations = (await table.rotations()).flatMap((row) => {
    const entry = entryOf(row);
    return entry.type === 'SealKeyRotated' ? [entry.data] : [];
  });
  return { events: covered.map(({ event }) => event), seals: [...seals.values()], rotations };
};

/** @throws as `proveEvents` and `EventStore.readStream` */
export const proveStream = async (
  store: EventStore,
  table: SealTable,
  stream: string,
): Promise<Proof> => ({ stream, ...(await proveEvents(table, await store.readStream(stream))) });

/** One JSON value per line: a header, changes of key, seals, events. `scripts/verify-proof.mjs` reads it. */
export const printProof = ({ stream, events, seals, rotations }: Proof): string => {
  const lines = [
    { kind: 'proof', version: 1, stream, events: events.length },
    ...rotations.map((rotation) => ({ kind: 'rotation', ...rotation })),
    ...seals.map((seal) => ({ kind: 'seal', ...seal })),
    ...events.map((event) => ({ kind: 'event', ...event })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
};
