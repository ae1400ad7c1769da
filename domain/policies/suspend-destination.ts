import { definePolicy } from './policy.ts';

/** Suspends a destination from which a payout came back: no other payout goes there before staff have checked it (people.154). */
export const suspendDestination = definePolicy('suspend-destination', {
  WithdrawalCameBack: ({ aggregateId: withdrawalId, data }, { now }) => {
    const { destinationId, cause } = data;
    if (destinationId === undefined) return [];
    const command = { type: 'Suspend', withdrawalId, cause, now } as const;
    return [{ to: 'destination', id: destinationId, command }];
  },
});
