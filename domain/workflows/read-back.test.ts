import { expect } from 'chai';
import { Refused } from '#/domain/errors.ts';
import { cents } from '#/domain/money.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter as stateOf, portsTo, statusAfter } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment, sampleSealed } from '#/domain/testing/samples.ts';
import { readBackPayment, readBackRefund, readBackWithdrawal } from './read-back.ts';

/** Some minutes after the payment was requested. */
const LATER = '2026-11-20T15:10:00.000Z';
const AFTER_ITS_END = '2026-11-22T15:00:00.000Z';

const answer = (status: TransactionResult['status']): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId: 'tx-1',
  status,
  amount: cents(9_700),
});

const requested: PaymentEvent = { type: 'PaymentRequested', data: samplePayment() };
const submitted: PaymentEvent = {
  type: 'PaymentSubmitted',
  data: {
    transactionId: 'tx-1',
    pixCode: null,
    billetCode: null,
    billetUrl: null,
    cardBrand: null,
    cardLastDigits: null,
    expiresAt: '2026-11-21T15:00:00.000Z',
    at: now,
  },
};

const timedOut = async (): Promise<never> => {
  throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
};

describe('asking the provider how a payment stands', () => {
  const ask = async (state: RequestedPayment, provider: Partial<PaymentProvider>, at?: string) =>
    statusAfter(state, await readBackPayment('p-1', state, 'read-back', portsTo(provider, at)));

  it('takes its word, whether or not our first call was answered', async () => {
    const report = async () => answer('APPROVED');
    const paid = { getTransaction: report, findTransaction: report };
    expect(await ask(stateOf(requested, submitted), paid)).to.equal('APPROVED');
    expect(await ask(stateOf(requested), paid)).to.equal('APPROVED');
  });

  it('asks by our own id when it never named one', async () => {
    const asked: unknown[] = [];
    const report = async (by: unknown) => {
      asked.push(by);
      return answer('PENDING');
    };
    const provider = { getTransaction: report, findTransaction: report };
    await ask(stateOf(requested), provider);
    await ask(stateOf(requested, submitted), provider);
    expect(asked).to.deep.equal([{ orderId: 'p-1' }, { transactionId: 'tx-1' }]);
  });

  it('changes nothing while it does not answer, or cannot be asked', async () => {
    const state = stateOf(requested, submitted);
    expect(await ask(state, { getTransaction: timedOut }, AFTER_ITS_END)).to.equal('PENDING');
    expect(await ask(state, {}, AFTER_ITS_END)).to.equal('PENDING');
  });

  it('calls off what it never heard of, but only once nothing can be on its way', async () => {
    const unknown = { findTransaction: async () => undefined, createTransaction: timedOut };
    expect(await ask(stateOf(requested), unknown, now)).to.equal('PENDING');
    expect(await ask(stateOf(requested), unknown, LATER)).to.equal('CANCELED');
  });

  it('charges again what never reached it while the buyer waits, but never a card', async () => {
    const charged: string[] = [];
    const back: Partial<PaymentProvider> = {
      findTransaction: async () => undefined,
      createTransaction: async ({ orderId }) => {
        charged.push(orderId);
        return answer('PENDING');
      },
    };
    const soon = '2026-11-20T15:00:30.000Z';
    expect(await ask(stateOf(requested), back, soon)).to.equal('PENDING');
    expect(charged).to.deep.equal(['p-1']);
    const byCard = samplePayment({ method: 'CREDIT_CARD' });
    await ask(stateOf({ type: 'PaymentRequested', data: byCard }), back, soon);
    expect(charged).to.have.length(1);
  });

  it('calls off what nobody paid in time, and not a minute earlier', async () => {
    const unpaid = { getTransaction: async () => answer('PENDING') };
    const state = stateOf(requested, submitted);
    expect(await ask(state, unpaid, '2026-11-21T15:00:30.000Z')).to.equal('PENDING');
    expect(await ask(state, unpaid, AFTER_ITS_END)).to.equal('CANCELED');
  });
});

describe('a boleto that nobody has paid when its time is over', () => {
  it('is called off when the bank had three business days to say otherwise', async () => {
    const unpaid = { getTransaction: async () => answer('PENDING') };
    const billet: PaymentEvent = {
      type: 'PaymentRequested',
      data: samplePayment({ method: 'BILLET' }),
    };
    const state = stateOf(billet, submitted);
    const ask = async (at: string) =>
      statusAfter(state, await readBackPayment('p-1', state, 'read-back', portsTo(unpaid, at)));
    // The boleto expired on a Saturday.
    expect(await ask('2026-11-26T02:00:00.000Z')).to.equal('PENDING');
    expect(await ask('2026-11-26T03:00:01.000Z')).to.equal('CANCELED');
  });
});

describe('asking how a payout or a refund stands', () => {
  const withdrawal = {
    platformId: 'demo',
    receiverId: 'seller-1',
    amount: cents(5_000),
    fee: cents(150),
    provider: 'sandbox',
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleSealed,
    at: now,
  } as const;
  const refund = {
    platformId: 'demo',
    sellerId: 'seller-1',
    paymentId: 'p-1',
    provider: 'sandbox',
    transactionId: 'tx-1',
    amount: cents(500),
    at: now,
  };

  const open = { status: 'PENDING', requested: withdrawal, providerWithdrawId: null } as const;

  it('sends again only what the provider never had, under the same id', async () => {
    const sent: string[] = [];
    const withdraw: PaymentProvider['withdraw'] = async ({ withdrawReference, amount }) => {
      sent.push(`${withdrawReference} ${amount}`);
      return { withdrawId: 'po-1', status: 'PENDING', amount };
    };
    const lost = portsTo({ withdraw, findWithdraw: async () => undefined });
    await readBackWithdrawal('w-1', open, lost);
    expect(sent).to.deep.equal(['w-1 4850']);
    const paid = { withdrawId: 'po-1', status: 'APPROVED', amount: cents(4_850) } as const;
    const known = portsTo({ withdraw, findWithdraw: async () => paid });
    const commands = await readBackWithdrawal('w-1', open, known);
    expect(commands.map(({ type }) => type)).to.deep.equal(['RecordSent', 'RecordSettled']);
    expect(sent).to.have.length(1);
    expect(
      await readBackWithdrawal('w-1', open, portsTo({ findWithdraw: timedOut })),
    ).to.deep.equal([]);
  });

  it('asks by the provider’s name for a payout once there is one, and never sends that again', async () => {
    const asked: unknown[] = [];
    const getWithdraw: PaymentProvider['getWithdraw'] = async (by) => {
      asked.push(by);
      return undefined;
    };
    const withdraw = timedOut;
    const sent = { ...open, status: 'SENT', providerWithdrawId: 'po-1' } as const;
    const ports = portsTo({ withdraw, getWithdraw, findWithdraw: timedOut });
    expect(await readBackWithdrawal('w-1', sent, ports)).to.deep.equal([]);
    expect(asked).to.deep.equal([{ withdrawId: 'po-1' }]);
  });

  describe('of a refund where only the charge can be asked about', () => {
    const refunded = async (charge: Partial<TransactionResult>, amount: number) => {
      const asked: string[] = [];
      const provider: Partial<PaymentProvider> = {
        getTransaction: async () => ({ ...answer('APPROVED'), ...charge }),
        refund: async ({ refundId }) => {
          asked.push(refundId);
          return { refundId, status: true };
        },
      };
      const request = { ...refund, amount: cents(amount) };
      const commands = await readBackRefund(
        'r-1',
        { requested: request, isAccepted: false },
        portsTo(provider),
      );
      return { asked: asked.length, settled: commands.length };
    };

    it('takes a refunded charge for the refund', async () => {
      const { asked, settled } = await refunded({ status: 'REFUNDED' }, 9_700);
      expect({ asked, settled }).to.deep.equal({ asked: 0, settled: 1 });
    });

    it('asks again for the whole of a charge that still stands, for that cannot happen twice', async () => {
      expect(await refunded({}, 9_700)).to.deep.equal({ asked: 1, settled: 1 });
    });

    it('does not guess about a part of it, unless the provider says how much went back', async () => {
      expect(await refunded({}, 500)).to.deep.equal({ asked: 0, settled: 0 });
      const part = async (back: number) => refunded({ refundedAmount: cents(back) }, 500);
      expect(await part(0)).to.deep.equal({ asked: 1, settled: 1 });
      expect(await part(500)).to.deep.equal({ asked: 0, settled: 1 });
      expect(await part(700)).to.deep.equal({ asked: 0, settled: 0 });
    });
  });

  it('waits for a refund that is still under way', async () => {
    const underWay = portsTo({ getRefund: async () => ({ refundId: 'r-1', status: false }) });
    expect(
      await readBackRefund('r-1', { requested: refund, isAccepted: false }, underWay),
    ).to.deep.equal([]);
    const done = portsTo({ getRefund: async () => ({ refundId: 'r-1', status: true }) });
    const [command] = await readBackRefund('r-1', { requested: refund, isAccepted: false }, done);
    expect(command?.type).to.equal('RecordSettled');
  });

  it('lets a mistake of ours be seen instead of taking it for the provider’s', async () => {
    const broken: PaymentProvider['getRefund'] = async () => {
      throw new Refused('refund/unknown');
    };
    const error = await readBackRefund(
      'r-1',
      { requested: refund, isAccepted: false },
      portsTo({ getRefund: broken }),
    ).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Refused);
  });
});
