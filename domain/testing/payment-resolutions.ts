import type { Resolution } from '#/domain/investigation/events.ts';
import { cents, type Cents } from '#/domain/values/money.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { PROVIDER, request, said, submitted } from './payment-commands.ts';
import { sampleNow as now } from './samples.ts';
import { specify } from './specify.ts';

/** Payments that staff resolve, and the commands of staff. */

export const { given, facts } = specify(payment);

/** The acquirer does not say how the payment ended. */
export const left = {
  type: 'LeaveUnresolved',
  provider: PROVIDER,
  cause: 'still-pending',
  now,
} as const;

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
  staffRevision: 0,
  now,
});

export const confirmed = (resolution: Resolution, by = 'admin:bia'): PaymentCommand => ({
  type: 'ConfirmResolution',
  proposalId: `proposal-${resolution.toLowerCase().replaceAll('_', '-')}`,
  by,
  now,
});

/** Ana proposes a resolution of the matter with this key, and Bia confirms it. */
export const agreed = (matter: string, resolution: Resolution, amount: Cents | null = null) =>
  [proposed(matter, resolution, amount), confirmed(resolution)] as const;

/** A charge without an outcome, left to staff. */
export const unresolved = facts(request, submitted(), left);
/** 9,000 of 9,700 cents came in. */
export const underpaid = facts(request, submitted(), said('APPROVED', { amount: cents(9_000) }));

/** Ledger addresses; their balances are as `booksOf` counts them. */
export const CLEARING = 'provider:sandbox:demo:BRL:clearing';
export const SETTLING = 'platform:demo:BRL:settling';
export const [UNAPPLIED, LOSSES] = [
  'platform:demo:BRL:unapplied',
  'platform:demo:BRL:losses',
] as const;
