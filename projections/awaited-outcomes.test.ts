import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { choice } from '#/domain/testing/lost-pix.ts';
import { agreed } from '#/domain/testing/payment-resolutions.ts';
import { said, submitted } from '#/domain/testing/payment-commands.ts';
import { beginCharge, FIRST } from '#/domain/testing/two-calls.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { decode } from '#/ledger/codec.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { cents } from '#/domain/values/money.ts';
import { outcomeReadModels, awaitsOutcome } from './awaited-outcomes.ts';
import { projections } from './registry.ts';
import { History } from './testing/history.ts';
import {
  confirmRegistration,
  denyRegistration,
  requestRegistration,
} from './testing/registration.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('An outcome that is awaited of an acquirer', () => {
  let world: ProjectionWorld;
  let history: History;

  beforeEach(async () => {
    world = await projectionWorld(
      projections.filter(({ name }) => outcomeReadModels.includes(name)),
    );
    history = new History();
  });
  afterEach(() => world.close());

  const isAwaited = async (): Promise<boolean> => {
    await world.happen(history);
    return awaitsOutcome(world.pool, { platformId: 'demo', provider: 'sandbox' });
  };

  it('is that of a charge until it has ended, even while people must find out how it ended', async () => {
    const paymentId = history.purchase({ provider: 'sandbox' });
    history.submit(paymentId);
    expect(await isAwaited()).to.equal(true);
    history.leaveUnresolved(paymentId);
    expect(await isAwaited(), 'people ask at the acquirer, and its notice may still come').to.equal(
      true,
    );
    history.report(paymentId, 'APPROVED');
    expect(await isAwaited()).to.equal(false);
  });

  it('is that of money that came in and fits no sale', async () => {
    const paymentId = history.purchase({ provider: 'sandbox' });
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED', { amount: cents(1) });
    expect(await isAwaited()).to.equal(true);
  });

  const happens = async (paymentId: string, ...commands: readonly PaymentCommand[]) => {
    await world.happen(history);
    const handler = createCommandHandler({ store: world.store });
    for (const command of commands) {
      const origin = { platform: 'demo', actor: 'system', correlation: paymentId } as const;
      const context = { commandId: randomUUID(), ...origin };
      await handler.handle(payment, streamOf('payment', paymentId), command, context);
    }
  };

  it('is that of money that waits for staff where it came in, also after the sale was paid at another acquirer', async () => {
    const paymentId = history.purchase({ provider: 'sandbox', choice });
    history.submit(paymentId);
    const follow = { type: 'Reroute', from: 'sandbox', to: 'pagarme', choice, now } as const;
    const paidThere = { transactionId: 'tx-9', orderId: paymentId };
    const paidHere = { transactionId: `tx-${paymentId}`, orderId: paymentId };
    await happens(
      paymentId,
      { ...follow, cause: 'charged-elsewhere' },
      { ...submitted(paidThere, 'pagarme'), paymentId } as PaymentCommand,
      { ...said('APPROVED', paidThere), provider: 'pagarme', paymentId },
      { ...said('APPROVED', paidHere), provider: 'sandbox', paymentId },
    );
    expect(await isAwaited()).to.equal(true);
  });

  it('is that of a refund where the money came in that staff have applied to the sale', async () => {
    const paymentId = history.purchase({ provider: 'pagarme', choice });
    history.submit(paymentId);
    const paidElsewhere = { transactionId: 'tx-9', orderId: paymentId, amount: cents(9_000) };
    const refund = { refundId: 'r-1', amount: cents(1_000), note: '', now } as const;
    await happens(
      paymentId,
      { ...said('APPROVED', paidElsewhere), provider: 'sandbox', paymentId },
      ...agreed('receipt tx-9', 'BORNE_BY_PLATFORM'),
    );
    expect(await isAwaited()).to.equal(false);
    await happens(paymentId, { type: 'RequestRefund', ...refund });
    const events = await world.store.readStream(streamOf('payment', paymentId));
    expect(events.map(decode).at(-1)?.data).to.include({ refundId: 'r-1', provider: 'sandbox' });
    expect(await isAwaited()).to.equal(true);
  });

  it('is that of a boleto that the log may have lost at this acquirer, although the recorded boleto is at another one', async () => {
    const paymentId = history.purchase({
      provider: 'pagarme',
      method: 'BILLET',
      choice,
      mayRepeat: true,
    });
    history.submit(paymentId);
    // Otherwise the merchant account would be forgotten a day after the failover, and no search could find the lost boleto.
    expect(await isAwaited()).to.equal(true);
  });

  it('is that of a charge at the merchant account that it names or named before; at the connected account if it names none', async () => {
    const isAwaitedIn = (merchantAccount: string, isLast: boolean, provider = 'sandbox') =>
      awaitsOutcome(world.pool, {
        platformId: 'demo',
        provider,
        account: { merchantAccount, isLast },
      });
    const paymentId = history.purchase({ provider: 'sandbox', choice });
    await world.happen(history);
    expect(await isAwaitedIn('shop-1', true)).to.equal(true);
    expect(await isAwaitedIn('shop-1', false)).to.equal(false);
    const first = { ...beginCharge(FIRST, null, 0), merchantAccount: 'shop-1' };
    const next = { from: 'sandbox', to: 'pagarme', merchantAccount: 'shop-9' };
    await happens(paymentId, first, submitted({ transactionId: 'tx-1' }));
    await world.happen(history);
    expect(await isAwaitedIn('shop-1', false)).to.equal(true);
    expect(await isAwaitedIn('shop-2', true)).to.equal(false);
    await happens(paymentId, {
      type: 'Reroute',
      ...next,
      cause: 'charged-elsewhere',
      choice,
      now,
    });
    await world.happen(history);
    expect(await isAwaitedIn('shop-1', false)).to.equal(true);
    expect(await isAwaitedIn('shop-9', false, 'pagarme')).to.equal(true);
    expect(await isAwaitedIn('shop-8', true, 'pagarme')).to.equal(false);
  });

  it('is that of a registration as soon as it is requested', async () => {
    await requestRegistration(world, 'sandbox');
    expect(await isAwaited()).to.equal(true);
  });

  it('is that of a registration about which the acquirer contradicts what two people decided', async () => {
    await requestRegistration(world, 'sandbox');
    await denyRegistration(world, 'sandbox');
    expect(await isAwaited()).to.equal(false);
    await confirmRegistration(world, 'sandbox');
    expect(await isAwaited()).to.equal(true);
  });
});
