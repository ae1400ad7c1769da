import type { Resolution } from '#/domain/investigation/events.ts';
import { cents, type Cents } from '#/domain/money.ts';
import type { ChargeAnswer, PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { sampleAnswer, sampleNow as now, samplePayment } from './samples.ts';
import { specify } from './specify.ts';

/** Examples of payments that people resolve. */
export const { given, facts } = specify(payment);

const provider = 'sandbox';

export const request: PaymentCommand = { type: 'RequestPayment', payment: samplePayment() };

export const submission: PaymentCommand = {
  type: 'RecordSubmission',
  provider,
  paymentId: 'p-1',
  answer: sampleAnswer(),
  pixCode: '000201',
  billetCode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  expiresAt: null,
  now,
};

export const said = (
  status: PaymentStatus,
  differences: Partial<ChargeAnswer> = {},
): PaymentCommand => ({
  type: 'RecordProviderStatus',
  provider,
  paymentId: 'p-1',
  status,
  answer: sampleAnswer(differences),
  noticeId: 'read-back',
  cause: null,
  endToEndId: null,
  now,
});

export const left = { type: 'LeaveUnresolved', provider, cause: 'still-pending', now } as const;

export const proposed = (
  matter: string,
  resolution: Resolution,
  amount: Cents | null = null,
): PaymentCommand => ({
  type: 'ProposeResolution',
  proposalId: `proposal-${resolution.toLowerCase().replaceAll('_', '-')}`,
  matter,
  resolution,
  amount,
  evidence: 'Extrato do adquirente',
  reference: 'tx-1',
  by: 'admin:ana',
  now,
});

export const confirmed = (resolution: Resolution, by = 'admin:bia'): PaymentCommand => ({
  type: 'ConfirmResolution',
  proposalId: `proposal-${resolution.toLowerCase().replaceAll('_', '-')}`,
  by,
  now,
});

export const agreed = (matter: string, resolution: Resolution, amount: Cents | null = null) =>
  [proposed(matter, resolution, amount), confirmed(resolution)] as const;

export const unresolved = facts(request, submission, left);
export const underpaid = facts(request, submission, said('APPROVED', { amount: cents(9_000) }));

export const CLEARING = 'provider:sandbox:demo:BRL:clearing';
export const SETTLING = 'platform:demo:BRL:settling';
export const [UNAPPLIED, LOSSES] = [
  'platform:demo:BRL:unapplied',
  'platform:demo:BRL:losses',
] as const;
