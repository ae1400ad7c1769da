import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { PaymentStatus, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter as stateOf, portsTo, statusAfter } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment, sampleMeans } from '#/domain/testing/samples.ts';
import { readBackPayment } from './read-back.ts';

/** Some minutes after the payment was requested. */
const LATER = '2026-11-20T15:10:00.000Z';
const AFTER_EXPIRY = '2026-11-22T15:00:00.000Z';

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
    ...sampleMeans,
    expiresAt: '2026-11-21T15:00:00.000Z',
    at: now,
  },
};

const timedOut = async (): Promise<never> => {
  throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
};

describe('readBackPayment', () => {
  const statusAfterReadBack = async (
    state: RequestedPayment,
    provider: Partial<PaymentProvider>,
    at?: string,
  ) => statusAfter(state, await readBackPayment('p-1', state, 'read-back', portsTo(provider, at)));

  it('takes the provider’s status, whether or not the charge was answered', async () => {
    const report = async () => answer('APPROVED');
    const paid = { getTransaction: report, findTransaction: report };
    expect(await statusAfterReadBack(stateOf(requested, submitted), paid)).to.equal('APPROVED');
    expect(await statusAfterReadBack(stateOf(requested), paid)).to.equal('APPROVED');
  });

  it('asks by our order id until the provider has named a transaction id', async () => {
    const lookUps: unknown[] = [];
    const report = async (by: unknown) => {
      lookUps.push(by);
      return answer('PENDING');
    };
    const provider = { getTransaction: report, findTransaction: report };
    await statusAfterReadBack(stateOf(requested), provider);
    await statusAfterReadBack(stateOf(requested, submitted), provider);
    expect(lookUps).to.deep.equal([{ orderId: 'p-1' }, { transactionId: 'tx-1' }]);
  });

  it('keeps the payment pending while the provider does not answer or cannot be queried', async () => {
    const state = stateOf(requested, submitted);
    expect(await statusAfterReadBack(state, { getTransaction: timedOut }, AFTER_EXPIRY)).to.equal(
      'PENDING',
    );
    expect(await statusAfterReadBack(state, {}, AFTER_EXPIRY)).to.equal('PENDING');
  });

  it('cancels a charge unknown to the provider only once it can no longer be on its way', async () => {
    const unknown = { findTransaction: async () => undefined, createTransaction: timedOut };
    expect(await statusAfterReadBack(stateOf(requested), unknown, now)).to.equal('PENDING');
    expect(await statusAfterReadBack(stateOf(requested), unknown, LATER)).to.equal('CANCELED');
  });

  it('calls nothing off by a clock that is wrong', async () => {
    const unknown = { findTransaction: async () => undefined, createTransaction: timedOut };
    const ports = { ...portsTo(unknown, LATER), isClockTrue: () => false };
    expect(await readBackPayment('p-1', stateOf(requested), 'read-back', ports)).to.deep.equal([]);
  });

  it('calls nothing off by a clock that was set while the provider answered', async () => {
    const provider = (jump: () => void): Partial<PaymentProvider> => ({
      getTransaction: async () => {
        jump();
        return answer('PENDING');
      },
      findTransaction: async () => {
        jump();
        return undefined;
      },
      createTransaction: timedOut,
    });
    for (const state of [stateOf(requested), stateOf(requested, submitted)]) {
      let at: string = now;
      const jump = (): void => {
        at = AFTER_EXPIRY;
      };
      const ports = {
        ...portsTo(provider(jump)),
        now: () => at,
        isClockTrue: () => at === now,
      };
      const commands = await readBackPayment('p-1', state, 'read-back', ports);
      expect(statusAfter(state, commands)).to.equal('PENDING');
    }
  });

  it('dates an approval by when it asked, not by a clock that was set while the provider answered', async () => {
    let at = LATER;
    const getTransaction = async () => {
      at = '2026-09-20T15:10:00.000Z';
      return answer('APPROVED');
    };
    const ports = { ...portsTo({ getTransaction }), now: () => at };
    const commands = await readBackPayment(
      'p-1',
      stateOf(requested, submitted),
      'read-back',
      ports,
    );
    expect(commands.map((command) => 'now' in command && command.now)).to.deep.equal([
      LATER,
      LATER,
    ]);
  });

  it('repeats a charge unknown to the provider while the buyer waits, but never a card charge', async () => {
    const charged: string[] = [];
    const absent: Partial<PaymentProvider> = {
      findTransaction: async () => undefined,
      createTransaction: async ({ orderId }) => {
        charged.push(orderId);
        return answer('PENDING');
      },
    };
    const soon = '2026-11-20T15:00:30.000Z';
    expect(await statusAfterReadBack(stateOf(requested), absent, soon)).to.equal('PENDING');
    expect(charged).to.deep.equal(['p-1']);
    const byCard = samplePayment({ method: 'CREDIT_CARD' });
    await statusAfterReadBack(stateOf({ type: 'PaymentRequested', data: byCard }), absent, soon);
    expect(charged).to.have.length(1);
  });

  for (const [method, isMadeAgain] of [
    ['PIX', true],
    ['BILLET', false],
    ['CREDIT_CARD', false],
  ] as const) {
    it(`${isMadeAgain ? 'makes again' : 'neither makes again nor calls off'} a charge by ${method} whose answer was lost at a provider that cannot search for it`, async () => {
      let charges = 0;
      const provider: Partial<PaymentProvider> = {
        createTransaction: async () => {
          charges += 1;
          throw new ProviderFailure('invalid', 'it exists', { mayHaveHappened: true });
        },
      };
      const deadline = '2026-11-20T15:00:05.000Z';
      const attempt = { attemptId: randomUUID(), ordinal: 1, provider: 'sandbox', epoch: 1 };
      const lost = stateOf(
        { type: 'PaymentRequested', data: samplePayment({ method }) },
        { type: 'ChargeAttempted', data: { ...attempt, deadline, at: now } },
        { type: 'PaymentSubmissionUnanswered', data: { failure: 'unavailable', at: now } },
      );
      const soon = '2026-11-20T15:01:00.000Z';
      expect(await statusAfterReadBack(lost, provider, soon)).to.equal('PENDING');
      expect(charges).to.equal(isMadeAgain ? 1 : 0);
      const ended = isMadeAgain ? 'CANCELED' : 'PENDING';
      expect(await statusAfterReadBack(lost, provider, LATER)).to.equal(ended);
    });
  }

  it('cancels a charge that was never sent without asking the provider, which may be disconnected by now', async () => {
    const attempt = { attemptId: randomUUID(), ordinal: 1, provider: 'sandbox', epoch: 1, at: now };
    const unsent = stateOf(
      requested,
      { type: 'ChargeAttempted', data: { ...attempt, deadline: now } },
      {
        type: 'PaymentSubmissionUnanswered',
        data: { failure: 'unavailable', isUnsent: true, at: now },
      },
    );
    const disconnected = {
      ...portsTo({}, LATER),
      providers: async () => {
        throw new Refused('provider/not-offered');
      },
    };
    const commands = await readBackPayment('p-1', unsent, 'read-back', disconnected);
    expect(statusAfter(unsent, commands)).to.equal('CANCELED');
    const sent = stateOf(requested, submitted);
    expect(await readBackPayment('p-1', sent, 'read-back', disconnected)).to.deep.equal([]);
  });

  it('cancels an unpaid PIX only after its expiry', async () => {
    const unpaid = { getTransaction: async () => answer('PENDING') };
    const state = stateOf(requested, submitted);
    expect(await statusAfterReadBack(state, unpaid, '2026-11-21T15:00:30.000Z')).to.equal(
      'PENDING',
    );
    expect(await statusAfterReadBack(state, unpaid, AFTER_EXPIRY)).to.equal('CANCELED');
  });
});

describe('readBackPayment of an expired PIX', () => {
  const readBackUnknownWord = async (status: PaymentStatus, at: string) => {
    const transaction = { ...answer(status), unknownStatus: 'LIQUIDADA' };
    const ports = portsTo({ getTransaction: async () => transaction }, at);
    const state = stateOf(requested, submitted);
    const commands = await readBackPayment('p-1', state, 'read-back', ports);
    return { status: statusAfter(state, commands), last: commands.at(-1) };
  };

  for (const status of ['PENDING', 'REJECTED', 'CANCELED'] as const)
    it(`leaves the payment to staff where the acquirer states an unknown status word, which may mean paid: translated as ${status}`, async () => {
      const before = await readBackUnknownWord(status, LATER);
      expect(before.status, 'not yet expired').to.equal('PENDING');
      const after = await readBackUnknownWord(status, AFTER_EXPIRY);
      expect(after.status).to.equal('PENDING');
      expect(after.last).to.include({ type: 'LeaveUnresolved', cause: 'still-pending' });
    });
});

describe('readBackPayment of an expired boleto', () => {
  it('cancels an unpaid boleto three business days after its expiry', async () => {
    const unpaid = { getTransaction: async () => answer('PENDING') };
    const boleto: PaymentEvent = {
      type: 'PaymentRequested',
      data: samplePayment({ method: 'BILLET' }),
    };
    const state = stateOf(boleto, submitted);
    const statusAfterReadBack = async (at: string) =>
      statusAfter(state, await readBackPayment('p-1', state, 'read-back', portsTo(unpaid, at)));
    // The boleto expired on a Saturday.
    expect(await statusAfterReadBack('2026-11-26T02:00:00.000Z')).to.equal('PENDING');
    expect(await statusAfterReadBack('2026-11-26T03:00:01.000Z')).to.equal('CANCELED');
  });
});
