import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { readReceiverAtAcquirer } from '#/api/receivers/read-receiver-at-acquirer.ts';
import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { categoryOf, idOf, streamOf } from '#/domain/values/ids.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import {
  decideInvestigation,
  type AgreedResolution,
  type Investigation,
  type InvestigationCommand,
  type Matter,
} from '#/domain/investigation/investigation.ts';
import type { Cents, Currency } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { merchantAccountOfMoney } from '#/domain/payment/receipts/receipts.ts';
import { answersOfPayment, listPayingTransactions } from '#/domain/payment/resolve.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { answersOfRegistration } from '#/domain/receiver/resolve.ts';
import { refund } from '#/domain/refund/decider.ts';
import { answersOfRefund } from '#/domain/refund/resolve.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { withdrawal, type RequestedWithdrawal } from '#/domain/withdrawal/decider.ts';
import { findConnected } from '#/domain/workflows/acquirer-of.ts';
import type { Reservation } from '#/domain/workflows/reaction.ts';
import { answersOfWithdrawal, payoutOf } from '#/domain/withdrawal/resolve.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';
import type { InvestigationKind } from '#/projections/investigations.ts';

/** Names a case by what it is about: a payment, refund, withdrawal or registration. */
export interface CaseName {
  readonly kind: InvestigationKind;
  readonly id: string;
}

/** What staff propose as the outcome, and the acquirer's id by which the outcome can be looked up. */
interface Finding {
  readonly resolution: Resolution;
  readonly reference: string | null;
}

type SendCommand = (
  command: InvestigationCommand,
  context: CommandContext,
) => Promise<{ readonly position: string | undefined }>;

/** An investigation and what it is about, loaded from the stream, so that staff decide on what is true now. */
export interface Case {
  readonly platformId: string;
  readonly sellerId: string;
  readonly paymentId: string | null;
  readonly provider: string;
  /** The amount requested from the acquirer. Null for a registration, whose `currency` is null too. */
  readonly amount: Cents | null;
  readonly currency: Currency | null;
  /** As `amount`; that of a withdrawal includes the fee. */
  readonly amountWithFee: Cents | null;
  /** The amount that one of the payment's refunds was requested for; null = there is no such refund. */
  readonly amountOfRefund?: (refundId: string) => Cents | null;
  readonly asked: {
    readonly method: string;
    readonly status: string;
    readonly transactionId: string | null;
    readonly at: Timestamp;
  };
  readonly investigation: Investigation;
  readonly answersTo: (matter: Matter) => readonly Resolution[];
  /** The transactions that pay for this case if staff agree; none of them may pay for another payment too. */
  readonly paidBy: (
    agreed: AgreedResolution,
  ) => readonly Pick<Reservation, 'provider' | 'merchantAccount' | 'transactionId'>[];
  /** Asks the acquirer whether what staff propose can be true. Absent = the acquirer is not asked. @throws Refused, Rejected */
  readonly checkThere?: (finding: Finding) => Promise<void>;
  readonly send: SendCommand;
  readonly position: string | undefined;
  /** Requests with an idempotency key whose events are on record. */
  readonly requests: LoadedState<unknown>['requests'];
}

interface CaseServices {
  readonly core: Pick<Core, 'handler' | 'findRegistration' | 'ports' | 'now'>;
}

const loadPaymentCase = async (
  { core: { handler } }: CaseServices,
  id: string,
): Promise<Case | undefined> => {
  const stream = streamOf('payment', id);
  const { state, position, requests } = await handler.load(payment, stream);
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
    amountWithFee: amount,
    amountOfRefund: (refundId) => state.refunds[refundId]?.amount ?? null,
    asked: { method, status, transactionId, at },
    investigation,
    answersTo: (matter) => answersOfPayment(state, matter),
    paidBy: (agreed) =>
      listPayingTransactions(state, agreed).map((paying) => {
        const account = merchantAccountOfMoney(state, paying);
        const { merchantAccount } = account;
        return { provider: account.provider, merchantAccount, transactionId: paying };
      }),
    send: (command, context) => handler.handle(payment, stream, command, context),
    position,
    requests,
  };
};

const loadRefundCase = async (
  { core: { handler } }: CaseServices,
  id: string,
): Promise<Case | undefined> => {
  const stream = streamOf('refund', id);
  const { state, position, requests } = await handler.load(refund, stream);
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
    amountWithFee: amount,
    asked: { method: 'REFUND', status, transactionId, at },
    investigation,
    answersTo: answersOfRefund,
    paidBy: () => [],
    send: (command, context) => handler.handle(refund, stream, command, context),
    position,
    requests,
  };
};

/** If the payout's account is not on record, adds the connected account to a confirmation. */
const withConnectedAccount = async (
  { core: { ports } }: CaseServices,
  { requested, merchantAccount }: RequestedWithdrawal,
  command: InvestigationCommand,
): Promise<InvestigationCommand> => {
  if (command.type !== 'ConfirmResolution' || merchantAccount !== undefined) return command;
  return { ...command, ...accountPart((await findConnected(ports, requested)) ?? {}) };
};

const loadWithdrawalCase = async (
  services: CaseServices,
  id: string,
): Promise<Case | undefined> => {
  const { handler } = services.core;
  const stream = streamOf('withdrawal', id);
  const { state, position, requests } = await handler.load(withdrawal, stream);
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
    amountWithFee: requested.amount,
    asked: { method, status, transactionId: providerWithdrawIds.at(-1) ?? null, at },
    investigation,
    answersTo: (matter) => answersOfWithdrawal(state, matter),
    paidBy: () => [],
    send: async (command, context) => {
      const booked = await withConnectedAccount(services, state, command);
      return handler.handle(withdrawal, stream, booked, context);
    },
    position,
    requests,
  };
};

const loadRegistrationCase = async (
  { core }: CaseServices,
  id: string,
): Promise<Case | undefined> => {
  const row = await core.findRegistration(id);
  if (!row) return undefined;
  const { sellerId, provider } = row;
  const stream = streamOf('receiver', sellerId);
  const { state, position, requests } = await core.handler.load(receiver, stream);
  const registration = state.registrations[provider];
  if (registration?.requested.registrationId !== id) return undefined;
  const { requested, status, providerReceiverId, investigation } = registration;
  const { platformId, at } = requested;
  return {
    platformId,
    sellerId,
    paymentId: null,
    provider,
    amount: null,
    currency: null,
    amountWithFee: null,
    asked: { method: 'REGISTRATION', status, transactionId: providerReceiverId, at },
    investigation,
    answersTo: (matter) => answersOfRegistration(registration, matter),
    paidBy: () => [],
    checkThere: async ({ resolution, reference }) => {
      if (resolution === 'HAPPENED' && reference !== null)
        await readReceiverAtAcquirer(core, registration, reference);
    },
    send: (step, context) => {
      const about = { platformId, sellerId, provider, registrationId: id, now: core.now() };
      const command = { ...about, type: 'InvestigateRegistration', step } as const;
      return core.handler.handle(receiver, stream, command, context);
    },
    position,
    requests,
  };
};

const loaders = {
  PAYMENT: loadPaymentCase,
  REFUND: loadRefundCase,
  WITHDRAWAL: loadWithdrawalCase,
  REGISTRATION: loadRegistrationCase,
} as const;

/** Returns the case of a stream; undefined unless it is the stream of a recorded payment, refund or withdrawal. */
export const findCaseOf = async (
  services: CaseServices,
  stream: string,
): Promise<Case | undefined> => {
  const id = idOf(stream);
  switch (categoryOf(stream)) {
    case 'payment':
      return loadPaymentCase(services, id);
    case 'refund':
      return loadRefundCase(services, id);
    case 'withdrawal':
      return loadWithdrawalCase(services, id);
    default:
      return undefined;
  }
};

/** @throws Refused `investigation/not-found` also for a case of another platform */
export const requireOwnCase = async (
  services: CaseServices,
  { platformId }: Pick<StaffCaller, 'platformId'>,
  { kind, id }: CaseName,
): Promise<Case> => {
  const loadedCase = await loaders[kind](services, id);
  if (loadedCase?.platformId !== platformId) throw new Refused('investigation/not-found');
  return loadedCase;
};

/**
 * If `confirmation` ends the case, reserves the acquirer's transactions that pay for it, so that none can pay for another payment.
 * @throws Refused `investigation/paid-another` when another payment has reserved one; what `decideInvestigation` throws
 */
export const reserveForCase = async (
  { ports: { transactions } }: Pick<Core, 'ports'>,
  paymentId: string,
  found: Case,
  confirmation: InvestigationCommand,
): Promise<void> => {
  const { platformId, investigation, currency, answersTo, paidBy } = found;
  if (currency === null) return;
  const step = decideInvestigation(investigation, confirmation, currency, answersTo);
  if (step?.kind !== 'agreed') return;
  const reservations = paidBy(step.agreed).map((transaction) => ({
    ...transaction,
    platformId,
    // Staff may have copied the id from a bank statement: then it is the transfer's end-to-end id.
    endToEndIds: [transaction.transactionId],
    paymentId,
  }));
  // All are checked before any is reserved: a refusal must leave none reserved.
  for (const how of ['isFreeFor', 'reserve'] as const) {
    const answers = await Promise.all(reservations.map((each) => transactions[how](each)));
    if (answers.includes(false)) throw new Refused('investigation/paid-another');
  }
};
