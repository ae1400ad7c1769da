import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { sampleNow as now, sampleEncrypted } from '#/domain/testing/samples.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { context, policyWorld } from '#/ledger/testing/policy-world.ts';

const owner = { platformId: 'demo', sellerId: 'seller-1' };
/** The seller's part of a sale of R$ 97,00. */
const NET = cents(9_115);
const DUE = '2026-12-31';

const withdrawal = {
  platformId: 'demo',
  receiverId: 'seller-1',
  currency: 'BRL',
  withdrawalId: 'w-1',
  amount: NET,
  fee: cents(0),
  provider: 'sandbox',
  choice: null,
  method: 'PIX',
  pixType: 'EMAIL',
  destination: sampleEncrypted,
  at: now,
} as const;

/** @param isRefunded the provider's answer to each refund */
const paidSale = async (isRefunded: boolean) => {
  let refundCalls = 0;
  const provider: PaymentProvider = {
    id: 'sandbox',
    label: 'Sandbox',
    paymentMethods: [],
    withdrawMethods: ['PIX'],
    refund: async ({ refundId }) => {
      refundCalls += 1;
      return { refundId, status: isRefunded };
    },
    withdraw: async ({ amount }) => ({ withdrawId: 'po-1', status: 'PENDING', amount }),
  };
  const destination = { pixKey: 'ana@example.com', name: 'Ana', document: '52998224725' };
  const shop = policyWorld({
    ports: {
      providers: async () => provider,
      open: async <Value>() => destination as Value,
    },
  });
  const { start, settled, approve, accounts, send, handler } = shop;
  await approve('p-1');
  const runner = start();
  await settled(runner);
  const release = { type: 'ReleaseReceivables', ...owner, through: DUE, now } as const;
  await accounts.handle(owner, { command: release, context: context() }, now);
  const refund = (mayOverdraw: boolean) =>
    send('p-1', {
      type: 'RequestRefund',
      refundId: 'r-1',
      amount: cents(9_700),
      mayOverdraw,
      note: 'desistiu',
      now,
    });
  /** Returns how many refunds were requested of the provider, once the policies are done. */
  const callsSoFar = async () => {
    await settled(runner);
    return refundCalls;
  };
  /** Two members of staff agree on the refund. */
  const decide = async (resolution: Resolution) => {
    for (const command of agreed('uncovered-r-1', resolution)) await send('p-1', command);
  };
  const withdraw = () =>
    accounts
      .handle(owner, { command: { type: 'HoldWithdrawal', withdrawal }, context: context() }, now)
      .then(
        () => true,
        () => false,
      );
  const ended = async () => {
    await settled(runner);
    await runner.stop();
    const state = await accounts.load(owner, now);
    const sale = await handler.load(payment, streamOf('payment', 'p-1'));
    if (state.status !== 'OPEN' || sale.state.status === 'NONE') return expect.fail('no account');
    const { available, refunds } = state;
    expect([...refunds]).to.deep.equal([]);
    expect(shop.failures).to.deep.equal([]);
    return { available, refund: sale.state.refunds['r-1']?.status, refundCalls };
  };
  return { refund, withdraw, callsSoFar, decide, ended };
};

describe('A refund and a withdrawal of the same money', () => {
  it('do not both get it, whichever comes first', async () => {
    for (const first of ['refund', 'withdrawal', 'both']) {
      const sale = await paidSale(true);
      if (first === 'refund') await sale.refund(false);
      const withdrawn = sale.withdraw();
      if (first === 'withdrawal') await withdrawn;
      if (first !== 'refund') await sale.refund(false);
      const isPaidOut = await withdrawn;
      const { available, refund, refundCalls } = await sale.ended();
      expect(available).to.equal(0);
      expect([refund, refundCalls]).to.deep.equal(isPaidOut ? ['FAILED', 0] : ['SETTLED', 1]);
    }
  });

  it('are both made if two of the staff decide that the platform bears the refund, which is not sent before', async () => {
    for (const [resolution, end] of [
      ['BORNE_BY_PLATFORM', { available: -NET, refund: 'SETTLED', refundCalls: 1 }],
      ['DID_NOT_HAPPEN', { available: 0, refund: 'FAILED', refundCalls: 0 }],
    ] as const) {
      const sale = await paidSale(true);
      expect(await sale.withdraw()).to.equal(true);
      await sale.refund(true);
      expect(await sale.callsSoFar()).to.equal(0);
      await sale.decide(resolution);
      expect(await sale.ended()).to.deep.equal(end);
    }
  });

  it('leave the money to the seller when the provider does not refund', async () => {
    const sale = await paidSale(false);
    await sale.refund(false);
    expect(await sale.ended()).to.deep.equal({ available: NET, refund: 'FAILED', refundCalls: 1 });
  });
});
