import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createRecentCharges } from '#/api/payments/recent-charges.ts';
import { payment } from '#/domain/payment/decider.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { StoreAway, type EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { createPaymentFinder } from './find-payment.ts';

describe('The payment of a notice that names only the transaction', () => {
  let store: EventStore;
  let history: History;

  beforeEach(() => {
    store = createMemoryStore();
    history = new History();
  });

  /** Finds payments while the read model shows nothing. */
  const findBy = (
    transactionId: string,
    { provider = 'sandbox', platformId = 'demo', isAway = false } = {},
  ) => {
    const find = createPaymentFinder({
      references: { paymentsOf: async () => new Map() },
      readModelPosition: async () => '',
      core: {
        store: {
          readAll: (options) => {
            if (isAway) throw new StoreAway('the log is away');
            return store.readAll(options);
          },
        },
        handler: createCommandHandler({ store }),
        recentCharges: createRecentCharges(store),
      },
    });
    return find({ transactionId, provider, platformId, orderId: null });
  };

  const charge = async (): Promise<string> => {
    const paymentId = history.purchase({ provider: 'sandbox' });
    history.submit(paymentId);
    await appendAll(store, history.take());
    return paymentId;
  };

  it('is found in the log when another process has charged it', async () => {
    const paymentId = await charge();
    expect(await findBy(`tx-${paymentId}`)).to.equal(paymentId);
  });

  it('is not found by another transaction, provider or platform', async () => {
    const transactionId = `tx-${await charge()}`;
    expect(await findBy('tx-of-another')).to.equal(null);
    expect(await findBy(transactionId, { provider: 'iugu' })).to.equal(null);
    expect(await findBy(transactionId, { platformId: 'other' })).to.equal(null);
  });

  it('is found by its earlier charge after a reroute, because that charge may still be paid', async () => {
    const paymentId = await charge();
    const considered = [{ provider: 'iugu', share: 100, standing: 'FIT' as const }];
    const choice = { reason: 'FALLBACK' as const, considered };
    const reroute = { type: 'Reroute', from: 'sandbox', to: 'iugu', choice, now } as const;
    await createCommandHandler({ store }).handle(
      payment,
      streamOf('payment', paymentId),
      { ...reroute, cause: 'charged-elsewhere' },
      { commandId: randomUUID(), platform: 'demo', actor: 'system', correlation: paymentId },
    );
    expect(await findBy(`tx-${paymentId}`)).to.equal(paymentId);
  });

  it('is not found while the log is unavailable, so that the notice can be stored without it', async () => {
    const transactionId = `tx-${await charge()}`;
    expect(await findBy(transactionId, { isAway: true })).to.equal(null);
    expect(await findBy(transactionId)).to.not.equal(null);
  });
});
