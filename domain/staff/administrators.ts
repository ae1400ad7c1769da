import { z } from 'zod';
import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { timestampSchema, type Timestamp } from '#/domain/values/time.ts';

const fact = z.strictObject({
  platformId: aggregateId,
  staffId: aggregateId,
  at: timestampSchema,
});

/** A block is recorded before the administrator's own record is changed, a restoration afterwards. */
export const administratorEvents = { AdministratorBlocked: fact, AdministratorRestored: fact };

export type AdministratorEvent = EventOf<typeof administratorEvents>;

interface About {
  readonly platformId: string;
  readonly staffId: string;
  readonly now: Timestamp;
}

export type AdministratorCommand =
  | (About & {
      readonly type: 'Block';
      /** Whether the administrator has a password (people.36). One without a password may always be blocked. */
      readonly isIn: boolean;
      /** The other administrators who have a password. Some may be blocked in this stream by now. */
      readonly others: readonly string[];
    })
  | (About & { readonly type: 'Restore' });

/** One stream per platform, so that the last two administrators cannot both be blocked (people.164). */
export const administrators: Decider<
  AdministratorCommand,
  AdministratorEvent,
  { readonly blocked: ReadonlySet<string> }
> = {
  category: 'administrators',
  initial: { blocked: new Set() },
  decide: (command, { blocked }) => {
    const { platformId, staffId, now: at } = command;
    const data = { platformId, staffId, at };
    switch (command.type) {
      case 'Block':
        if (blocked.has(staffId)) return [];
        if (command.isIn && command.others.every((id) => blocked.has(id)))
          throw new Refused('staff/last-administrator');
        return [{ type: 'AdministratorBlocked', data }];
      case 'Restore':
        return blocked.has(staffId) ? [{ type: 'AdministratorRestored', data }] : [];
    }
  },
  evolve: ({ blocked }, { type, data: { staffId } }) => {
    switch (type) {
      case 'AdministratorBlocked':
        return { blocked: new Set([...blocked, staffId]) };
      case 'AdministratorRestored':
        return { blocked: new Set([...blocked].filter((id) => id !== staffId)) };
    }
  },
};
