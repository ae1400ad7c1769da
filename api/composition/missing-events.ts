import type { Pool } from 'pg';
import { readNewest } from '#/adapters/anchor/anchor.ts';
import { findMissingSeal, UnreadableAnchor } from '#/ledger/audit/anchored.ts';
import { actingReaders } from '#/ledger/checkpoints/checkpoints.ts';
import { missingEvent } from '#/ledger/epochs/epochs.ts';
import { isComparable, RecordCut, type EventStore } from '#/ledger/event-store.ts';
import { hasLost } from '#/projections/engine/run/lost-events.ts';
import { createCheckpoints, readLive } from '#/projections/engine/tables/checkpoint-table.ts';
import { projections } from '#/projections/registry.ts';
import type { FindMissing } from './core.ts';

/** Names the last event of each read model if the log has lost it. */
const findMissingEvents = async (store: EventStore, pool: Pool): Promise<readonly string[]> => {
  await createCheckpoints(pool);
  const live = await readLive(
    pool,
    projections.map(({ name }) => name),
  );
  const byLastEvent = new Map(live.flatMap((row) => (row.last ? [[row.last.id, row]] : [])));
  const missing: string[] = [];
  for (const row of byLastEvent.values()) {
    if (row.last && (await hasLost(store, row))) missing.push(missingEvent(row.last));
  }
  return missing;
};

/** Names the positions up to which policies have acted, if they are beyond the end of the log. */
const findMissingPositions = async (store: EventStore): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (const reader of actingReaders) {
    const position = await store.checkpoints.load(reader);
    const head = (await store.head()) ?? '';
    if (position && isComparable(position, head || position) && position > head)
      missing.push(`position ${position} of ${reader}`);
  }
  return missing;
};

/** Finds events that the log has lost. Read models, checkpoints and seals are read before the log, which may grow meanwhile. */
export const missingIn =
  (options: {
    readonly pool: Pool;
    readonly sealAnchor: string | undefined;
    readonly onFailure: (error: unknown) => void;
  }): FindMissing =>
  async (store) => {
    const { pool, sealAnchor, onFailure } = options;
    const reportUnread = (error: unknown): undefined => {
      onFailure(error);
    };
    const newestSeal = sealAnchor && (await readNewest(sealAnchor).catch(reportUnread));
    const missing = [
      ...(await findMissingEvents(store, pool)),
      ...(await findMissingPositions(store)),
    ];
    if (!newestSeal) return missing;
    const seal = await findMissingSeal(store, newestSeal).catch((error: unknown) => {
      if (error instanceof RecordCut || error instanceof UnreadableAnchor)
        return reportUnread(error);
      throw error;
    });
    return seal === undefined ? missing : [...missing, seal];
  };
