import type { EventStore } from '#/ledger/event-store.ts';
import { SEAL_STREAM } from './seal.ts';
import type { SealTable } from './seal-table.ts';

export interface SealLag {
  /** Number of unsealed events, other than seals; counted up to 10,000. */
  readonly events: number;
  /** Age in seconds of the oldest unsealed event; 0 when there is none. */
  readonly seconds: number;
}

const LARGEST = 10_000;

export const sealLag = async (
  store: EventStore,
  table: Pick<SealTable, 'lastSeal'>,
  now: Date,
): Promise<SealLag> => {
  const after = (await table.lastSeal())?.to ?? undefined;
  let events = 0;
  let oldest: string | undefined;
  for await (const batch of store.readAll({ ...(after && { after }) })) {
    const unsealed = batch.filter(({ stream }) => stream !== SEAL_STREAM);
    oldest ??= unsealed[0]?.recordedAt;
    events = Math.min(events + unsealed.length, LARGEST);
    if (events === LARGEST) break;
  }
  if (oldest === undefined) return { events, seconds: 0 };
  return { events, seconds: Math.max(0, (now.getTime() - Date.parse(oldest)) / 1_000) };
};
