import { randomUUID } from 'node:crypto';
import { epoch } from '#/domain/epoch/decider.ts';
import { EPOCH_STREAM } from '#/ledger/epochs/epochs.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';

/** @returns the epoch's number */
export const beginEpoch = async (store: EventStore, reason: string): Promise<number> => {
  const handler = createCommandHandler({ store });
  const id = randomUUID();
  const { state } = await handler.handle(
    epoch,
    EPOCH_STREAM,
    {
      type: 'NoteLineage',
      lineage: store.lineage(),
      missing: [`operator ${id}`],
      now: new Date().toISOString(),
    },
    { commandId: id, platform: 'system', actor: 'system', correlation: 'epoch', reason },
  );
  return state.number;
};
