import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import { definePolicy } from './policy.ts';

const OTHER_HOLDER = 'other-holder' satisfies KnownCause;

/** Suspends a destination when a payout to it came back, or when its account belongs to another person (people.154). */
export const suspendDestination = definePolicy('suspend-destination', {
  WithdrawalCameBack: ({ aggregateId: withdrawalId, data }, { now }) => {
    const { destinationId, cause } = data;
    if (destinationId === undefined) return [];
    const command = { type: 'Suspend', withdrawalId, cause, now } as const;
    return [{ to: 'destination', id: destinationId, command }];
  },
  WithdrawalNamedOtherHolder: ({ aggregateId: withdrawalId, data }, { now }) => {
    const { destinationId } = data;
    if (destinationId === undefined) return [];
    const command = { type: 'Suspend', withdrawalId, cause: OTHER_HOLDER, now } as const;
    return [{ to: 'destination', id: destinationId, command }];
  },
});
