import { expect } from 'chai';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import { sampleCall, sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { Ports } from './reaction.ts';
import { readBackPayment } from './read-back.ts';

const restored: Epoch = { number: 2, since: now, began: '1' };

const choice: RoutingDecision = {
  reason: 'SHARE',
  considered: [
    { provider: 'sandbox', share: 70, standing: 'FIT' },
    { provider: 'pagarme', share: 30, standing: 'FIT' },
  ],
};

type OtherAcquirer = Pick<PaymentProvider, 'absence' | 'findTransaction'>;

/** The other acquirer of the route, which has this charge. */
const having = (charge?: TransactionResult): OtherAcquirer => ({
  absence: { createTransaction: { seconds: 1 } },
  findTransaction: async () => charge,
});

/** Ports to the acquirers of the route after a failover. */
const portsToBoth = (
  at: Timestamp,
  first: Partial<PaymentProvider>,
  other: OtherAcquirer,
): Ports => {
  const ports = portsTo({}, at);
  const providers: Ports['providers'] = async (id, platformId) => ({
    ...(await ports.providers(id, platformId)),
    id,
    ...(id === 'pagarme' ? other : first),
  });
  return { ...ports, providers, epoch: async () => restored };
};

/**
 * Reads back a lost purchase that was asked for again.
 * @returns the types of the commands
 */
const readBack = async (
  method: PaymentMethod,
  other: OtherAcquirer,
  mayRepeat = true,
): Promise<readonly object[]> => {
  const data = samplePayment({ method, choice, at: addSeconds(now, 60), mayRepeat });
  const { attemptId } = sampleCall;
  const at = addSeconds(now, 61);
  const payment = paymentAfter(
    { type: 'PaymentRequested', data },
    {
      type: 'ChargeAttempted',
      data: { ...sampleCall, ordinal: 1, provider: 'sandbox', epoch: 2, at },
    },
    {
      type: 'PaymentSubmissionUnanswered',
      data: { failure: 'unavailable', isUnsent: true, attemptId, at },
    },
  );
  const ports = portsToBoth(addSeconds(now, 600), having(), other);
  return readBackPayment('p-1', payment, 'read-back', ports);
};

const paidBy = (paymentMethod: PaymentMethod, status: TransactionResult['status'] = 'APPROVED') =>
  ({ paymentMethod, transactionId: 'tx-1', status, amount: cents(9_700) }) as const;

describe('A purchase that the log has lost, asked for again and never charged by the first acquirer', () => {
  for (const method of ['PIX', 'BILLET', 'CREDIT_CARD'] as const) {
    it(`is not called off when another acquirer of its route was paid: ${method}`, async () => {
      const [reroute, ...rest] = await readBack(method, having(paidBy(method)));
      expect(rest).to.deep.equal([]);
      const followed = {
        type: 'Reroute',
        from: 'sandbox',
        to: 'pagarme',
        cause: 'charged-elsewhere',
      };
      expect(reroute).to.include(followed);
    });
  }

  it('is called off when the other acquirer has no charge of it, or has turned it down', async () => {
    for (const other of [having(), having(paidBy('PIX', 'REJECTED'))]) {
      const commands = await readBack('PIX', other);
      expect(commands.map((each) => Object(each).cause)).to.deep.equal(['never-submitted']);
    }
  });

  it('stays open where the other acquirer cannot search for it, or does not say when its absence is final', async () => {
    for (const other of [{}, { findTransaction: async () => undefined }])
      expect(await readBack('PIX', other)).to.deep.equal([]);
  });

  it('is called off without a question when it certainly repeats none', async () => {
    const never = async () => expect.fail('the acquirer was asked');
    const commands = await readBack('PIX', { findTransaction: never }, false);
    expect(commands.map((each) => Object(each).type)).to.deep.equal(['CallOff']);
  });
});

describe('A PIX that the log has lost, charged anew and expired there', () => {
  const followed = { type: 'Reroute', from: 'sandbox', to: 'pagarme', cause: 'charged-elsewhere' };

  const readBackExpired = async (other: OtherAcquirer): Promise<readonly object[]> => {
    const at = addSeconds(now, 60);
    const expiresAt = addSeconds(at, 900);
    const data = samplePayment({ method: 'PIX', choice, at, expiresAt, mayRepeat: true });
    const codes = { pixCode: 'code', billetCode: null, billetUrl: null, cardBrand: null };
    const means = { ...codes, cardLastDigits: null, expiresAt };
    const payment = paymentAfter(
      { type: 'PaymentRequested', data },
      { type: 'PaymentSubmitted', data: { transactionId: 'tx-0', ...means, at } },
    );
    const first = { getTransaction: async () => paidBy('PIX', 'PENDING') };
    const ports = portsToBoth(addSeconds(expiresAt, 600), first, other);
    const commands = await readBackPayment('p-1', payment, 'read-back', ports);
    return commands.filter(({ type }) => type === 'CallOff' || type === 'Reroute');
  };

  it('is not called off when another acquirer of its route was paid', async () => {
    const [reroute, ...rest] = await readBackExpired(having(paidBy('PIX')));
    expect(reroute).to.include(followed);
    expect(rest).to.deep.equal([]);
  });

  it('is called off when no other acquirer was paid, as far as they can be asked', async () => {
    for (const other of [having(), having(paidBy('PIX', 'PENDING')), {}]) {
      const commands = await readBackExpired(other);
      expect(commands.map((each) => Object(each).cause)).to.deep.equal(['expired']);
    }
  });

  it('stays open while another acquirer gives no answer', async () => {
    const findTransaction = async () => {
      throw new ProviderFailure('unavailable', 'no answer', { mayHaveHappened: false });
    };
    expect(await readBackExpired({ findTransaction })).to.deep.equal([]);
  });
});
