import { definePolicy } from './policy.ts';

/** Makes no other payout to a destination from which one came back, before staff have looked at it (people.154). */
export const suspendDestination = definePolicy('suspend-destination', {
  WithdrawalCameBack: ({ aggregateId: withdrawalId, data }, { now }) => {
    const { destinationId, cause } = data;
    if (destinationId === undefined) return [];
    const command = { type: 'Suspend', withdrawalId, cause, now } as const;
    return [{ to: 'destination', id: destinationId, command }];
  },
});
