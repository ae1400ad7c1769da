import type { Chance } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { epoch } from '#/domain/epoch/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

/** The only stream of epochs. */
export const EPOCH_STREAM = streamOf('epoch', 'log');

interface KnownEpoch {
  readonly epoch: Epoch;
  readonly lineage: string;
  readonly rewinds: number;
}

/**
 * Returns a function that returns the log's epoch. The function begins a new epoch when the log is another copy than the last one
 * on record, or has lost its newest events. It reads the log at the first call, and when one of these has happened.
 * @throws AppendError when the new epoch cannot be recorded now
 */
export const createEpochs = (dependencies: {
  readonly store: Pick<EventStore, 'lineage' | 'rewinds'>;
  readonly handler: CommandHandler;
  readonly now: () => Timestamp;
  readonly machine?: Pick<Chance, 'uuid'>;
}): (() => Promise<Epoch>) => {
  const { store, handler, now, machine = thisMachine } = dependencies;
  let known: KnownEpoch | undefined;
  let finding: Promise<Epoch> | undefined;

  const find = async (): Promise<Epoch> => {
    const [lineage, rewinds] = [store.lineage(), store.rewinds()];
    const isLost = known !== undefined && known.rewinds !== rewinds;
    const lostIn = isLost && known ? { lostIn: known.epoch.number } : {};
    const { state, position } = await handler.handle(
      epoch,
      EPOCH_STREAM,
      { type: 'NoteLineage', lineage, ...lostIn, now: now() },
      {
        commandId: machine.uuid(),
        platform: 'system',
        actor: 'system',
        correlation: 'epoch',
      },
    );
    const { number, since } = state;
    const found: Epoch = { number, since, began: position ?? '' };
    known = { epoch: found, lineage, rewinds };
    return found;
  };

  return async () => {
    const isCurrent = known?.lineage === store.lineage() && known.rewinds === store.rewinds();
    if (known && isCurrent) return known.epoch;
    finding ??= find().finally(() => {
      finding = undefined;
    });
    return finding;
  };
};
