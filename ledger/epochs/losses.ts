import { findLostUntil } from '#/domain/epoch/epoch.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { decode } from '#/ledger/codec.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { EPOCH_STREAM } from './epochs.ts';

/** A time at which the log may have lost its newest events. */
export interface Loss {
  /** The epoch that began with it. */
  readonly epoch: number;
  /** The last time at which a request that was lost can have been made. */
  readonly until: Timestamp;
}

/** Lists all losses on record, the first one first. */
export const listLosses = async (
  store: Pick<EventStore, 'readStream'>,
): Promise<readonly Loss[]> => {
  const recorded = await store.readStream(EPOCH_STREAM);
  return recorded.map(decode).flatMap((event) => {
    if (event.type !== 'EpochBegan') return [];
    const { number, at: since } = event.data;
    const until = findLostUntil({ number, since });
    return until === undefined ? [] : [{ epoch: number, until }];
  });
};
