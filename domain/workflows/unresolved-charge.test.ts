import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter as stateOf, portsTo } from '#/domain/testing/ports.ts';
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

describe('readBackPayment of a charge that never ends', () => {
  const AFTER_A_MONTH = '2026-12-21T15:00:00.000Z';
  const AFTER_TWO_MONTHS = '2027-01-25T15:00:00.000Z';
  const byCard: PaymentEvent = {
    type: 'PaymentRequested',
    data: samplePayment({ method: 'CREDIT_CARD', expiresAt: null }),
  };
  const authorised: PaymentEvent = { ...submitted, data: { ...submitted.data, expiresAt: null } };
  const unanswered: PaymentEvent = {
    type: 'PaymentSubmissionUnanswered',
    data: { failure: 'unavailable', at: now },
  };
  const pending = { getTransaction: async () => answer('PENDING') };
  const absent = { getTransaction: async () => undefined };

  /** Returns why the charge is left to staff; undefined = it is not. */
  const leftBecause = async (
    state: RequestedPayment,
    provider: Partial<PaymentProvider>,
    at: string,
  ) => {
    const commands = await readBackPayment('p-1', state, 'read-back', portsTo(provider, at));
    return commands.find((command) => command.type === 'LeaveUnresolved')?.cause;
  };

  it('leaves to staff a card charge that its provider reports as pending for a month', async () => {
    const card = stateOf(byCard, authorised);
    expect(await leftBecause(card, pending, AFTER_EXPIRY)).to.equal(undefined);
    expect(await leftBecause(card, pending, AFTER_A_MONTH)).to.equal('still-pending');
  });

  it('leaves to staff a charge that its provider does not know any more, once it could be paid no longer', async () => {
    const pix = stateOf(requested, submitted);
    expect(await leftBecause(pix, absent, LATER)).to.equal(undefined);
    expect(await leftBecause(pix, absent, AFTER_EXPIRY)).to.equal('unknown-there');
    expect(await leftBecause(stateOf(byCard, authorised), absent, AFTER_A_MONTH)).to.equal(
      'unknown-there',
    );
  });

  it('leaves to staff a card charge without an answer where the provider cannot search for it', async () => {
    const lost = stateOf(byCard, unanswered);
    expect(await leftBecause(lost, {}, AFTER_EXPIRY)).to.equal(undefined);
    expect(await leftBecause(lost, {}, AFTER_A_MONTH)).to.equal('cannot-be-asked');
  });

  it('asks a provider that does not answer for a month longer', async () => {
    const pix = stateOf(requested, submitted);
    const silent = { getTransaction: timedOut };
    expect(await leftBecause(pix, silent, AFTER_EXPIRY)).to.equal(undefined);
    expect(await leftBecause(pix, silent, AFTER_TWO_MONTHS)).to.equal('unanswered');
  });

  it('leaves a charge to staff once, and no charge that has ended', async () => {
    const left: PaymentEvent = {
      type: 'PaymentLeftUnresolved',
      data: { cause: 'still-pending', at: now },
    };
    expect(await leftBecause(stateOf(byCard, authorised, left), pending, AFTER_A_MONTH)).to.equal(
      undefined,
    );
    const canceled: PaymentEvent = {
      type: 'PaymentCanceled',
      data: { cause: 'expired', at: now },
    };
    expect(
      await leftBecause(stateOf(requested, submitted, canceled), absent, AFTER_EXPIRY),
    ).to.equal(undefined);
  });
});
