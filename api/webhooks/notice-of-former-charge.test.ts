import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createRecentCharges } from '#/api/payments/recent-charges.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { choice } from '#/domain/testing/lost-pix.ts';
import { agreed } from '#/domain/testing/payment-resolutions.ts';
import { said } from '#/domain/testing/payment-commands.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { listLatestOpenPayments, providerReference } from '#/projections/provider-reference.ts';
import { History } from '#/projections/testing/history.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { createPaymentFinder } from './find-payment.ts';
import { referencesIn } from './references.ts';

describe('A payment that was charged at two acquirers, in the read model', () => {
  let world: ProjectionWorld;
  let history: History;

  before(async () => {
    world = await projectionWorld([providerReference]);
    history = new History();
  });
  after(() => world.close());

  const handle = async (paymentId: string, ...commands: readonly PaymentCommand[]) => {
    const handler = createCommandHandler({ store: world.store });
    for (const command of commands) {
      const by = { platform: 'demo', actor: 'system', correlation: paymentId } as const;
      const context = { commandId: randomUUID(), ...by };
      await handler.handle(payment, streamOf('payment', paymentId), command, context);
    }
    await world.happen(history);
  };

  /** Finds a payment as a process does that did not make its charge. */
  const find = async (transactionId: string, provider = 'sandbox') => {
    const { store, pool } = world;
    const finder = createPaymentFinder({
      references: referencesIn(pool),
      readModelPosition: async () => (await store.head()) ?? '',
      core: {
        store,
        handler: createCommandHandler({ store }),
        recentCharges: createRecentCharges(store),
      },
    });
    return finder({ transactionId, provider, platformId: 'demo', orderId: null });
  };

  it('is found by a notice of its earlier acquirer that names only the transaction', async () => {
    const paymentId = history.purchase({ provider: 'sandbox', choice });
    history.submit(paymentId);
    await world.happen(history);
    expect(await find(`tx-${paymentId}`)).to.equal(paymentId);
    const reroute = { type: 'Reroute', from: 'sandbox', to: 'pagarme', choice, now } as const;
    await handle(paymentId, { ...reroute, cause: 'charged-elsewhere' });
    expect(await find(`tx-${paymentId}`)).to.equal(paymentId);
  });

  it('is found by a notice that names only the transaction of unapplied money, also after staff applied it', async () => {
    const paymentId = history.purchase({ provider: 'pagarme', choice });
    history.submit(paymentId);
    await world.happen(history);
    const money = { transactionId: 'tx-8', orderId: paymentId, amount: cents(9_000) };
    const answer = { ...said('APPROVED', money), provider: 'sandbox', paymentId } as const;
    await handle(paymentId, answer);
    const beforeDecision = await find('tx-8');
    await handle(paymentId, ...agreed('receipt tx-8', 'BORNE_BY_PLATFORM'));
    expect([beforeDecision, await find('tx-8')]).to.deep.equal([paymentId, paymentId]);
    expect(await find(`tx-${paymentId}`, 'pagarme'), 'by its own charge').to.equal(paymentId);
  });

  it('is not found by the transaction of another payment, with which an acquirer answered about it', async () => {
    const paidFirst = history.purchase({ provider: 'sandbox', choice });
    history.submit(paidFirst);
    const paymentId = history.purchase({ provider: 'pagarme', choice });
    history.submit(paymentId);
    await world.happen(history);
    for (const orderId of [paidFirst, null]) {
      const money = { transactionId: `tx-${paidFirst}`, orderId, amount: cents(9_000) };
      await handle(paymentId, { ...said('APPROVED', money), provider: 'sandbox', paymentId });
      expect(await find(`tx-${paidFirst}`)).to.equal(paidFirst);
    }
  });

  it('is still read back at its own acquirer after another amount came in at the other one', async () => {
    const paymentId = history.purchase({ provider: 'sandbox', choice });
    history.leaveUnanswered(paymentId);
    await world.happen(history);
    const money = { transactionId: 'tx-9', orderId: paymentId, amount: cents(100) };
    await handle(paymentId, { ...said('APPROVED', money), provider: 'pagarme', paymentId });
    const open = await listLatestOpenPayments(world.pool, { limit: 10 });
    expect(open.map((each) => each.paymentId)).to.include(paymentId);
  });
});
