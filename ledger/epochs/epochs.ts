import type { RandomSource } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { epoch } from '#/domain/epoch/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

export const EPOCH_STREAM = streamOf('epoch', 'log');

interface KnownEpoch {
  readonly epoch: Epoch;
  readonly lineage: string;
  readonly rewinds: number;
}

export const missingEvent = ({ id }: { readonly id: string }): string => `event ${id}`;

export interface Epochs {
  /** @throws AppendError when a new epoch cannot be recorded now */
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
  let known: KnownEpoch | undefined;
  let finding: Promise<Epoch> | undefined;

  const note = async (found: readonly string[]): Promise<Epoch> => {
    const [lineage, rewinds] = [store.lineage(), store.rewinds()];
    const isLost = known !== undefined && known.rewinds !== rewinds;
    const lostIn = isLost && known ? { lostIn: known.epoch.number } : {};
    const missing = [...new Set([...found, ...(await findMissing())])];
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
    known = { epoch: noted, lineage, rewinds };
    return noted;
  };

  const isCurrent = async ({ epoch: { number }, lineage, rewinds }: KnownEpoch) => {
    const isSameLog = () => lineage === store.lineage() && rewinds === store.rewinds();
    if (!isSameLog() || load === undefined) return isSameLog();
    // Loading may be what notices that the log has lost events.
    return (await load(epoch, EPOCH_STREAM)).state.number === number && isSameLog();
  };

  return {
    current: async () => {
      const last = known;
      if (last && (await isCurrent(last))) return last.epoch;
      finding ??= note([]).finally(() => {
        finding = undefined;
      });
      return finding;
    },
    noteMissing: async (missing) => void (await note(missing)),
  };
};
