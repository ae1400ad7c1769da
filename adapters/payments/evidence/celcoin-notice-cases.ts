import type { NoticeCase } from './provider-cases.ts';
import { ORDER_ID } from './samples.ts';

/** @param charge the charge that was paid */
export const notices = (confirmHash: string, charge: object): readonly NoticeCase[] => {
  const notice = {
    event: 'transaction.updateStatus',
    webhookId: 864_751_379,
    confirmHash,
    Transaction: { galaxPayId: 1, chargeGalaxPayId: 11, value: 1990, status: 'payedPix' },
    Charge: charge,
  };
  return [
    {
      name: 'that a charge was paid',
      body: notice,
      says: [{ type: 'TRANSACTION', transactionId: '11', orderId: ORDER_ID, status: 'APPROVED' }],
    },
    {
      name: 'about a subscription',
      body: { ...notice, Charge: undefined, Subscription: { galaxPayId: 3 } },
      says: [],
    },
    {
      name: 'about another event',
      body: { event: 'subscription.addTransaction', webhookId: 1, confirmHash },
      says: [],
    },
    { name: 'without an event', body: { ...notice, event: undefined }, says: [] },
    { name: 'that is not JSON', body: 'payedPix', says: 'unreadable' },
    {
      name: 'with the hash of another account',
      body: { ...notice, confirmHash: '00000000000000000000000000000000' },
      says: 'unauthorized',
    },
  ];
};
