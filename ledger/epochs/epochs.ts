import type { RandomSource } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { epoch } from '#/domain/epoch/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

export const EPOCH_STREAM = streamOf('epoch', 'log');

/** An epoch, with the copy of the log in which this process noted it. */
interface NotedEpoch {
  readonly epoch: Epoch;
  readonly lineage: string;
  readonly rewinds: number;
}

/** Names an event that the log lacks, as the record of an epoch does. */
export const missingEvent = ({ id }: { readonly id: string }): string => `event ${id}`;

export interface Epochs {
  /** Returns the current epoch; begins one if the log may have lost events. @throws AppendError when it cannot be recorded now */
  readonly current: () => Promise<Epoch>;
  /** Begins an epoch if something new is missing. @param missing names of what the log lacks @throws as `current` */
  readonly noteMissing: (missing: readonly string[]) => Promise<void>;
}

/** A new epoch begins when the log may have lost events, and with them records of calls to providers. */
export const createEpochs = (dependencies: {
  readonly store: Pick<EventStore, 'lineage' | 'rewinds'>;
  readonly handler: CommandHandler;
  /** Called by each call of `current`, to notice an epoch that another process began. */
  readonly load?: CommandHandler['load'];
  /** Reads the clock that all processes share, milliseconds since 1970: this machine's own may be wrong. */
  readonly sharedMs: () => Promise<number>;
  readonly machine?: Pick<RandomSource, 'uuid'>;
  /** Names what was seen in the log and is missing now, as after a restore of its files. */
  readonly findMissing?: () => Promise<readonly string[]>;
}): Epochs => {
  const { store, handler, load, sharedMs, machine = thisMachine } = dependencies;
  const { findMissing = async () => [] } = dependencies;
  let lastNoted: NotedEpoch | undefined;
  let finding: Promise<Epoch> | undefined;

  const note = async (missingNames: readonly string[]): Promise<Epoch> => {
    const [lineage, rewinds] = [store.lineage(), store.rewinds()];
    const isLost = lastNoted !== undefined && lastNoted.rewinds !== rewinds;
    const lostIn = isLost && lastNoted ? { lostIn: lastNoted.epoch.number } : {};
    const missing = [...new Set([...missingNames, ...(await findMissing())])];
    const now = new Date(await sharedMs()).toISOString();
    const { state, position } = await handler.handle(
      epoch,
      EPOCH_STREAM,
      { type: 'NoteLineage', lineage, ...lostIn, missing, now },
      {
        commandId: machine.uuid(),
        platform: 'system',
        actor: 'system',
        correlation: 'epoch',
      },
    );
    const { number, since } = state;
    const noted: Epoch = { number, since, began: position ?? '' };
    lastNoted = { epoch: noted, lineage, rewinds };
    return noted;
  };

  const isCurrent = async ({ epoch: { number }, lineage, rewinds }: NotedEpoch) => {
    const isSameLog = () => lineage === store.lineage() && rewinds === store.rewinds();
    if (!isSameLog() || load === undefined) return isSameLog();
    // Loading may be what notices that the log has lost events.
    return (await load(epoch, EPOCH_STREAM)).state.number === number && isSameLog();
  };

  return {
    current: async () => {
      const last = lastNoted;
      if (last && (await isCurrent(last))) return last.epoch;
      finding ??= note([]).finally(() => {
        finding = undefined;
      });
      return finding;
    },
    noteMissing: async (missing) => void (await note(missing)),
  };
};
