import type { Decider, EventOf } from '#/domain/decider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { NoteLineage } from './commands.ts';
import type { epochEvents } from './events.ts';

export type EpochEvent = EventOf<typeof epochEvents>;

export interface LogEpoch {
  /** 0 = none is on record. */
  readonly number: number;
  readonly lineage: string;
  readonly since: Timestamp;
}

/**
 * An epoch of the log lasts until a restore, a failover, or the loss of the log's newest events. Within one epoch, an attempt that is not
 * on record was not made. In an earlier epoch, an attempt may have been made that is no longer on record.
 */
export const epoch: Decider<NoteLineage, EpochEvent, LogEpoch> = {
  category: 'epoch',
  initial: { number: 0, lineage: '', since: '' },
  decide: ({ lineage, lostIn, now: at }, last) => {
    const number = last.number + 1;
    if (last.number === 0)
      return [{ type: 'EpochBegan', data: { number, lineage, cause: 'first', at } }];
    if (last.lineage !== lineage)
      return [{ type: 'EpochBegan', data: { number, lineage, cause: 'other-copy', at } }];
    // If the last epoch is later than `lostIn`, another process has already noted the same loss.
    if (lostIn === undefined || last.number > lostIn) return [];
    return [{ type: 'EpochBegan', data: { number, lineage, cause: 'end-lost', at } }];
  },
  evolve: (_, { data: { number, lineage, at } }) => ({ number, lineage, since: at }),
};
