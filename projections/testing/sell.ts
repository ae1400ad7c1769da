import { History } from './history.ts';

/** Adds sales of three sellers, each paid at once. */
export const sell = (count: number, history = new History()): History => {
  for (let sale = 0; sale < count; sale += 1) {
    const paymentId = history.purchase({ sellerId: `seller-${sale % 3}` });
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
  }
  return history;
};
