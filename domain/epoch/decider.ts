import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { NoteLineage } from './commands.ts';
import type { epochEvents } from './events.ts';

export type EpochEvent = EventOf<typeof epochEvents>;

export interface LogEpoch {
  /** 0 = none is on record. */
  readonly number: number;
  readonly lineage: string;
  readonly since: Timestamp;
  /** Names everything that was missing when an epoch began. */
  readonly missing: ReadonlySet<string>;
}

/** The epochs of the log. An attempt is recorded before its call, so within one epoch every call that was made is on record. */
export const epoch: Decider<NoteLineage, EpochEvent, LogEpoch> = {
  category: 'epoch',
  initial: { number: 0, lineage: '', since: '', missing: new Set() },
  decide: ({ lineage, lostIn, missing = [], now: at }, last) => {
    const newlyMissing = missing.filter((each) => !last.missing.has(each));
    // If the last epoch is later than `lostIn`, another process has noted the same loss.
    const isLost = newlyMissing.length > 0 || (lostIn !== undefined && last.number <= lostIn);
    const missingPart = newlyMissing.length > 0 && { missing: newlyMissing };
    const begin = (number: number, cause: EpochEvent['data']['cause']): EpochEvent => ({
      type: 'EpochBegan',
      data: { number, lineage, cause, ...(cause !== 'first' && missingPart), at },
    });
    if (last.number === 0) return [begin(1, 'first'), ...(isLost ? [begin(2, 'end-lost')] : [])];
    const number = last.number + 1;
    if (last.lineage !== lineage) return [begin(number, 'other-copy')];
    return isLost ? [begin(number, 'end-lost')] : [];
  },
  evolve: (last, { data: { number, lineage, missing = [], at } }) => ({
    number,
    lineage,
    since: at,
    missing: new Set([...last.missing, ...missing]),
  }),
};
