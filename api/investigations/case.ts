import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import {
  decideInvestigation,
  type Agreed,
  type Investigation,
  type InvestigationCommand,
  type Matter,
} from '#/domain/investigation/investigation.ts';
import type { Cents, Currency } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { answersOfPayment, listPayingTransactions } from '#/domain/payment/resolve.ts';
import { refund } from '#/domain/refund/decider.ts';
import { answersOfRefund } from '#/domain/refund/resolve.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { answersOfWithdrawal, payoutOf } from '#/domain/withdrawal/resolve.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';
import type { InvestigationKind } from '#/projections/investigations.ts';

/** Names a payment, refund or withdrawal. */
export interface CaseName {
  readonly kind: InvestigationKind;
  readonly id: string;
}

/** The state of a payment, refund or withdrawal as loaded from its stream, so that staff decide on what is true now. */
export interface Case {
  readonly platformId: string;
  readonly sellerId: string;
  readonly paymentId: string | null;
  readonly provider: string;
  readonly amount: Cents;
  readonly currency: Currency;
  readonly asked: {
    readonly method: string;
    readonly status: string;
    readonly transactionId: string | null;
    readonly at: Timestamp;
  };
  readonly investigation: Investigation;
  readonly answersTo: (matter: Matter) => readonly Resolution[];
  /** The transactions that must not have paid another payment if staff agree (`listPayingTransactions`). */
  readonly paidBy: (agreed: Agreed) => readonly string[];
  readonly position: string | undefined;
  /** The requests with an idempotency key whose events are on record (`isDone`). */
  readonly requests: LoadedState<unknown>['requests'];
}

type Handler = Pick<Core, 'handler'>;

const paymentCase = async ({ handler }: Handler, id: string): Promise<Case | undefined> => {
  const { state, position, requests } = await handler.load(payment, streamOf('payment', id));
  if (state.status === 'NONE') return undefined;
  const { requested, provider, status, transactionId, investigation } = state;
  const { platformId, sellerId, amount, currency, method, at } = requested;
  return {
    platformId,
    sellerId,
    paymentId: id,
    provider,
    amount,
    currency,
    asked: { method, status, transactionId, at },
    investigation,
    answersTo: (matter) => answersOfPayment(state, matter),
    paidBy: (agreed) => listPayingTransactions(state, agreed),
    position,
    requests,
  };
};

const refundCase = async ({ handler }: Handler, id: string): Promise<Case | undefined> => {
  const { state, position, requests } = await handler.load(refund, streamOf('refund', id));
  if (state.status === 'NONE') return undefined;
  const { requested, status, investigation } = state;
  const { platformId, sellerId, paymentId, provider } = requested;
  const { amount, currency, transactionId, at } = requested;
  return {
    platformId,
    sellerId,
    paymentId,
    provider,
    amount,
    currency,
    asked: { method: 'REFUND', status, transactionId, at },
    investigation,
    answersTo: answersOfRefund,
    paidBy: () => [],
    position,
    requests,
  };
};

const withdrawalCase = async ({ handler }: Handler, id: string): Promise<Case | undefined> => {
  const { state, position, requests } = await handler.load(withdrawal, streamOf('withdrawal', id));
  if (state.status === 'NONE') return undefined;
  const { requested, status, providerWithdrawIds, investigation } = state;
  const { platformId, receiverId: sellerId, provider, currency, method, at } = requested;
  return {
    platformId,
    sellerId,
    paymentId: null,
    provider,
    amount: payoutOf(state),
    currency,
    asked: { method, status, transactionId: providerWithdrawIds.at(-1) ?? null, at },
    investigation,
    answersTo: (matter) => answersOfWithdrawal(state, matter),
    paidBy: () => [],
    position,
    requests,
  };
};

const loaders = { PAYMENT: paymentCase, REFUND: refundCase, WITHDRAWAL: withdrawalCase } as const;

/** Returns a case of the caller's platform. @throws Refused `investigation/not-found` also for a case of another platform */
export const ownCase = async (
  core: Handler,
  { platformId }: Pick<StaffCaller, 'platformId'>,
  { kind, id }: CaseName,
): Promise<Case> => {
  const found = await loaders[kind](core, id);
  if (found?.platformId !== platformId) throw new Refused('investigation/not-found');
  return found;
};

/**
 * If the caller's confirmation approves a payment, reserves the transactions that pay for it, so that none of them approves another
 * payment. A reservation is not undone, so a confirmation that would be refused makes none.
 * @throws Refused `investigation/paid-another` when another payment has reserved one, or with the reason against the confirmation
 */
export const reserveForCase = async (
  { ports: { transactions } }: Pick<Core, 'ports'>,
  paymentId: string,
  found: Case,
  confirmation: InvestigationCommand,
): Promise<void> => {
  const { provider, platformId, investigation, currency, answersTo, paidBy } = found;
  const step = decideInvestigation(investigation, confirmation, currency, answersTo);
  if (step?.kind !== 'agreed') return;
  const reservations = paidBy(step.agreed).map((transactionId) => ({
    provider,
    platformId,
    transactionId,
    // A code that staff copied from a bank statement names the transfer.
    endToEndIds: [transactionId],
    paymentId,
  }));
  // All are checked before the first is reserved: otherwise a refusal of the second would leave the first reserved.
  for (const how of ['isFreeFor', 'reserve'] as const) {
    const answers = await Promise.all(reservations.map((it) => transactions[how](it)));
    if (answers.includes(false)) throw new Refused('investigation/paid-another');
  }
};

/** @throws Refused */
export const sendToCase = (
  { handler }: Handler,
  { kind, id }: CaseName,
  command: InvestigationCommand,
  keyed: Omit<CommandContext, 'correlation'>,
): Promise<{ readonly position: string | undefined }> => {
  const context = { ...keyed, correlation: id };
  switch (kind) {
    case 'PAYMENT':
      return handler.handle(payment, streamOf('payment', id), command, context);
    case 'REFUND':
      return handler.handle(refund, streamOf('refund', id), command, context);
    case 'WITHDRAWAL':
      return handler.handle(withdrawal, streamOf('withdrawal', id), command, context);
  }
};

/** Refuses a text that names the buyer of the sale, or the seller. @throws Refused `subject/named-in-reason` */
export const requireNoNames = async (
  core: Pick<Core, 'handler' | 'vault'>,
  { paymentId, sellerId }: Case,
  text: string,
): Promise<void> => {
  const { state: owner } = await core.handler.load(seller, streamOf('seller', sellerId));
  if (owner.status !== 'ABSENT') {
    const { identity, contact } = owner.details;
    await requireNoPersonalData(core, { buyer: { identity, contact } }, text);
  }
  if (paymentId === null) return;
  const { state: sale } = await core.handler.load(payment, streamOf('payment', paymentId));
  if (sale.status !== 'NONE') await requireNoPersonalData(core, sale.requested, text);
};
