import { randomUUID } from 'node:crypto';
import { epoch } from '#/domain/epoch/decider.ts';
import { EPOCH_STREAM } from '#/ledger/epochs/epochs.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';

/**
 * Begins a new epoch, because an operator says that the log may have lost events.
 * @param ledger.sharedMs reads the clock that all processes share, milliseconds since 1970
 * @returns the epoch's number
 */
export const beginEpoch = async (
  { store, sharedMs }: { readonly store: EventStore; readonly sharedMs: () => Promise<number> },
  reason: string,
): Promise<number> => {
  const handler = createCommandHandler({ store });
  const id = randomUUID();
  const { state } = await handler.handle(
    epoch,
    EPOCH_STREAM,
    {
      type: 'NoteLineage',
      lineage: store.lineage(),
      missing: [`operator ${id}`],
      now: new Date(await sharedMs()).toISOString(),
    },
    { commandId: id, platform: 'system', actor: 'system', correlation: 'epoch', reason },
  );
  return state.number;
};
