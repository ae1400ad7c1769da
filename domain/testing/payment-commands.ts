import type { ChargeAnswer, PaymentCommand } from '#/domain/payment/commands.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { sampleAnswer, sampleNow as now, samplePayment } from './samples.ts';

export const PROVIDER = 'sandbox';

/** A purchase by PIX of 9,700 cents. */
export const request: PaymentCommand = { type: 'RequestPayment', payment: samplePayment() };

/** The acquirer has created a PIX charge. */
export const submitted = (
  answer: Partial<ChargeAnswer> = {},
  provider = PROVIDER,
): PaymentCommand => ({
  type: 'RecordSubmission',
  provider,
  paymentId: 'p-1',
  answer: sampleAnswer(answer),
  pixCode: '000201',
  billetCode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  expiresAt: null,
  now,
});

/** We give up a charge whose call is not on record. */
export const calledOff = (
  cause: Extract<PaymentCommand, { type: 'CallOff' }>['cause'],
): PaymentCommand => ({ type: 'CallOff', provider: PROVIDER, attemptId: null, cause, now });

/** The acquirer states the status of the charge. */
export const said = (status: PaymentStatus, answer: Partial<ChargeAnswer> = {}) =>
  ({
    type: 'RecordProviderStatus',
    provider: PROVIDER,
    paymentId: 'p-1',
    status,
    answer: sampleAnswer(answer),
    noticeId: 'read-back',
    cause: null,
    endToEndId: null,
    now,
  }) as const;
