import { aggregateId, streamOf } from '#/domain/values/ids.ts';
import { waitsSince } from '#/domain/investigation/investigation.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { confirmationOf } from '#/domain/payment/confirmation.ts';
import { payment } from '#/domain/payment/decider.ts';
import { receiptOf } from '#/domain/payment/receipts/receipts.ts';
import { mayBeChargedAt } from '#/domain/payment/reroute.ts';
import type { Payment, RequestedPayment } from '#/domain/payment/state.ts';
import { refund } from '#/domain/refund/decider.ts';
import { adoptTransaction } from '#/domain/workflows/adopt-transaction.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { readBackPayment, readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import { readBackRefund } from '#/domain/workflows/read-back-refund.ts';
import { isSilence } from '#/domain/workflows/unresolved-charge.ts';
import { confirmedOfPayout } from '#/domain/withdrawal/confirmation.ts';
import { withdrawal, type Withdrawal } from '#/domain/withdrawal/decider.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { FindPayment } from './find-payment.ts';
import type { StoredNotice, NoticeStore } from '#/api/webhooks/store/notice-store.ts';
import {
  planFor,
  planNothing,
  planTogether,
  type CommandDependencies,
  type Plan,
  type NoticeOwner,
} from './plan.ts';

interface PlannerDependencies extends Pick<NoticeStore, 'maySearch'>, CommandDependencies {
  readonly paymentOf: FindPayment;
}

const UNKNOWN = planNothing({ outcome: 'UNKNOWN_TRANSACTION' });
/** The acquirer gave no answer. Nothing is recorded: only scheduled read-backs leave an unanswered request to staff. */
const UNANSWERED = { outcome: 'FAILED', failure: 'unanswered' } as const;

/** False if the notice came from another provider, or to another platform, than the request. */
const isOurs = (
  { provider, platformId }: StoredNotice,
  request: { readonly provider: string; readonly platformId: string },
): boolean =>
  request.provider === provider && (platformId ?? request.platformId) === request.platformId;

const loadPayment = async (
  handler: CommandHandler,
  notice: StoredNotice,
  paymentId: string,
): Promise<RequestedPayment | undefined> => {
  const { state } = await handler.load(payment, streamOf('payment', paymentId));
  if (state.status === 'NONE') return undefined;
  const { provider } = notice;
  const { platformId } = state.requested;
  const mayBeMeant = mayBeChargedAt(state, provider) && isOurs(notice, { provider, platformId });
  return mayBeMeant ? state : undefined;
};

const planPayment = (
  recording: CommandDependencies,
  notice: StoredNotice,
  { paymentId, state }: { readonly paymentId: string; readonly state: RequestedPayment },
  commands: readonly PaymentCommand[],
): Plan => {
  const { platformId: platform } = state.requested;
  const ours = { paymentId, platformId: platform };
  if (isSilence(commands)) return planNothing({ ...UNANSWERED, ...ours });
  const ownerAfter = (after: Payment): NoticeOwner => {
    const payments = { before: state, after: after.status === 'NONE' ? state : after };
    return { ...ours, ...confirmationOf(notice.reference, payments, commands) };
  };
  const answer = { to: 'payment', id: paymentId, commands } as const;
  return planFor<'payment'>(recording, answer, { notice, state, platform, ownerAfter });
};

/** Plans for a refund that was left to staff. Other refunds have a timetable, which senders must not speed up. */
const planRefund = async (
  recording: CommandDependencies,
  notice: StoredNotice,
  refundId: string,
  ports: Ports,
): Promise<readonly Plan[]> => {
  const { state } = await recording.handler.load(refund, streamOf('refund', refundId));
  if (state.status === 'NONE' || waitsSince(state.investigation) === null) return [];
  const commands = await readBackRefund(refundId, state, ports);
  if (isSilence(commands)) return [];
  const { platformId: platform } = state.requested;
  const ownerAfter = (): NoticeOwner => ({});
  const answer = { to: 'refund', id: refundId, commands } as const;
  return [planFor<'refund'>(recording, answer, { notice, state, platform, ownerAfter })];
};

/** Reads back the charge, and its refunds that were left to staff (acquirers.145). */
const planCharge = async (
  recording: CommandDependencies,
  notice: StoredNotice,
  { paymentId, state }: { readonly paymentId: string; readonly state: RequestedPayment },
  ports: Ports,
): Promise<Plan> => {
  const commands = await readBackPayment(paymentId, state, notice.noticeId, ports);
  const plan = planPayment(recording, notice, { paymentId, state }, commands);
  const open = Object.entries(state.refunds).filter(([, { status }]) => status === 'PENDING');
  const refunds = await Promise.all(
    open.map(([refundId]) => planRefund(recording, notice, refundId, ports)),
  );
  return planTogether(plan, refunds.flat());
};

interface ClaimedPayment {
  readonly paymentId: string;
  readonly state: RequestedPayment;
  readonly transactionId: string;
}

/** Reads back a transaction of which only the notice says that it is this payment's, or which is not its current charge. */
const planAdoption = async (
  dependencies: PlannerDependencies,
  notice: StoredNotice,
  { paymentId, state, transactionId }: ClaimedPayment,
  ports: Ports,
): Promise<Plan> => {
  const { isAuthentic, formerAccount, isProved, noticeId, provider, platformId } = notice;
  const account = platformId ?? '';
  const mayAsk = isProved || (await dependencies.maySearch({ provider, account, paymentId }));
  if (!mayAsk) return planNothing({ outcome: 'FAILED', failure: 'asked-too-often' });
  const claim = { provider, claimed: { transactionId, isAuthentic, formerAccount }, noticeId };
  const commands = await adoptTransaction(paymentId, state, claim, ports);
  if (commands === 'unanswered') return planNothing(UNANSWERED);
  if (commands === 'unpaid')
    return planNothing({
      outcome: 'NO_EFFECT',
      platformId: state.requested.platformId,
      confirmed: [],
    });
  if (commands === 'foreign')
    return planNothing({ outcome: 'NO_EFFECT', failure: 'not-this-payment' });
  return planPayment(dependencies, notice, { paymentId, state }, commands);
};

const planWithdrawal = async (
  recording: CommandDependencies,
  notice: StoredNotice,
  reference: string,
  ports: Ports,
): Promise<Plan> => {
  if (!aggregateId.safeParse(reference).success) return UNKNOWN;
  const { state } = await recording.handler.load(withdrawal, streamOf('withdrawal', reference));
  if (state.status === 'NONE' || !isOurs(notice, state.requested)) return UNKNOWN;
  const { platformId: platform } = state.requested;
  const commands = await readBackWithdrawal(reference, state, ports);
  if (isSilence(commands)) return planNothing({ ...UNANSWERED, platformId: platform });
  const ownerAfter = (after: Withdrawal): NoticeOwner => ({
    platformId: platform,
    confirmed: after.status === 'NONE' ? [] : confirmedOfPayout(after, commands),
  });
  const answer = { to: 'withdrawal', id: reference, commands } as const;
  return planFor<'withdrawal'>(recording, answer, { notice, state, platform, ownerAfter });
};

/** True if the money of this transaction is not that of the sale's current charge, so that only a query for it tells what happened. */
const isBesideSale = (state: RequestedPayment, transactionId: string): boolean =>
  state.transactionId === null
    ? receiptOf(state, transactionId) !== undefined
    : state.transactionId !== transactionId;

/** A webhook is only a hint: the provider is queried, and its answer is recorded. */
export const createPlanner = (dependencies: PlannerDependencies) => {
  const { handler, paymentOf } = dependencies;
  /** @throws errors that are not a provider's failure */
  return async (notice: StoredNotice, ports: Ports): Promise<Plan> => {
    const { reference, outcome, type, provider, platformId, orderId } = notice;
    if (reference === null) return planNothing({ outcome });
    if (type === 'WITHDRAW') return planWithdrawal(dependencies, notice, reference, ports);
    const transaction = { provider, platformId, orderId, transactionId: reference };
    const foundPaymentId = notice.paymentId ?? (await paymentOf(transaction));
    const paymentId = foundPaymentId ?? orderId;
    const state = paymentId === null ? undefined : await loadPayment(handler, notice, paymentId);
    if (paymentId === null || !state) return UNKNOWN;
    const isAtOtherProvider = provider !== state.provider;
    if (foundPaymentId === null || isAtOtherProvider || isBesideSale(state, reference)) {
      const claimed = { paymentId, state, transactionId: reference };
      return planAdoption(dependencies, notice, claimed, ports);
    }
    return planCharge(dependencies, notice, { paymentId, state }, ports);
  };
};
