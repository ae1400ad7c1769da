import { z } from 'zod';
import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { timestampSchema, type Timestamp } from '#/domain/values/time.ts';

const fact = z.strictObject({ masterId: aggregateId, at: timestampSchema });

/** A master blocked or restored another one, whose own record is changed after this event. */
export const masterAccessEvents = { MasterBlocked: fact, MasterRestored: fact };

export type MasterAccessEvent = EventOf<typeof masterAccessEvents>;

interface About {
  readonly masterId: string;
  readonly now: Timestamp;
}

export type MasterAccessCommand =
  | (About & {
      readonly type: 'Block';
      readonly by: string;
      /** The other masters whose own records are not blocked. This stream may have blocked some of them since. */
      readonly others: readonly string[];
    })
  | (About & {
      readonly type: 'Restore';
      /** Absent = the block did not reach the master's own record, and is taken back. */
      readonly by?: string;
    });

/** One stream, so that the last two masters cannot block each other (people.134). */
export const masters: Decider<
  MasterAccessCommand,
  MasterAccessEvent,
  { readonly blocked: ReadonlySet<string> }
> = {
  category: 'masters',
  initial: { blocked: new Set() },
  decide: (command, { blocked }) => {
    const { masterId, now: at } = command;
    const data = { masterId, at };
    switch (command.type) {
      case 'Block':
        if (blocked.has(masterId)) return [];
        if (command.others.every((id) => blocked.has(id))) throw new Refused('master/last');
        // The acting master was blocked, but the session has not ended yet.
        if (blocked.has(command.by)) throw new Refused('master/blocked');
        return [{ type: 'MasterBlocked', data }];
      case 'Restore':
        if (command.by !== undefined && blocked.has(command.by))
          throw new Refused('master/blocked');
        return blocked.has(masterId) ? [{ type: 'MasterRestored', data }] : [];
    }
  },
  evolve: ({ blocked }, { type, data: { masterId } }) => {
    switch (type) {
      case 'MasterBlocked':
        return { blocked: new Set([...blocked, masterId]) };
      case 'MasterRestored':
        return { blocked: new Set([...blocked].filter((id) => id !== masterId)) };
    }
  },
};
