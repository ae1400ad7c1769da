import {
  NOT_INVESTIGATED,
  waitsSince,
  type Investigation,
} from '#/domain/investigation/investigation.ts';
import { add, negate, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import type { PixKeyType, WithdrawStatus } from '#/domain/ports/payout.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { analysisAfter, type Analysis } from '#/domain/withdrawal/analysis.ts';
import {
  approvalsAfter,
  type Approval,
  type NeededApproval,
} from '#/domain/withdrawal/approval.ts';
import type { WithdrawalEvent } from '#/domain/withdrawal/decider.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import { accountAfter } from '#/domain/withdrawal/paying-account.ts';
import {
  isReconciled,
  reconciliationAfter,
  type Reconciliation,
} from '#/domain/withdrawal/reconciliation.ts';
import { investigationAfter } from '#/domain/withdrawal/resolve.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import {
  amount,
  boolean,
  json,
  keyed,
  nullable,
  text,
  time,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

/** SQL conditions, each with an index. `IS_RETURNED`: it came back after it was found on the bank's statement. */
export const IS_PAID = "status = 'APPROVED'";
export const IS_NOT_RECONCILED = `${IS_PAID} AND NOT is_reconciled`;
export const IS_RETURNED = "status <> 'APPROVED' AND reconciliation IS NOT NULL";

/** A row is added when the money is held; if the log has lost that event, when the payout is requested. */
export const withdrawalTable = keyed({
  name: 'withdrawal',
  columns: {
    withdrawalId: text,
    platformId: text,
    sellerId: text,
    amount,
    fee: amount,
    /** The amount that is to be paid out, or was. */
    net: amount,
    status: enumText<WithdrawStatus>(),
    provider: text,
    /** Our account there in which the payout was called for, or is booked; empty = not known, or none yet. */
    merchantAccount: text,
    pixType: enumText<PixKeyType>(),
    /** Encrypted. */
    destination: json<Encrypted>(),
    providerWithdrawId: nullable(text),
    endToEndId: nullable(text),
    /** Why the withdrawal was not paid, or why its outcome is not known yet. */
    cause: nullable(text),
    /** Explanation to show beside the outcome (acquirers.120, acquirers.126). */
    explanation: nullable(text),
    requestedAt: time,
    concludedAt: nullable(time),
    /** When it was paid, also if it came back since. Null = never. */
    paidAt: nullable(time),
    /** The mark that it was found on the bank's statement, also one that no longer holds; null = none. */
    reconciliation: nullable(json<Reconciliation>()),
    /** Whether there is a mark that still holds. */
    isReconciled: boolean,
    /** Null in withdrawals that were requested before destinations were recorded. */
    destinationId: nullable(text),
    /** The approval that the withdrawal needs before it is sent; null = none. */
    approval: nullable(json<NeededApproval>()),
    /** The approvals by staff, without those that lapsed. */
    approvals: json<readonly Approval[]>(),
    /** Which member of staff is looking into the withdrawal while it waits for approval; null = none. */
    analysis: nullable(json<Analysis>()),
    /** The member of staff who refused the withdrawal. */
    refusedBy: nullable(text),
    /** Since when staff must approve the withdrawal. */
    waitsForApprovalSince: nullable(time),
    /** When the withdrawal was requested, or last approved. No earlier call can have reached the provider. */
    payableSince: time,
    /** Since when the oldest open question about the withdrawal waits for staff. */
    waitsSince: nullable(time),
    /** The open questions, and what staff proposed or decided. Null = there never was one. */
    investigation: nullable(json<Investigation>()),
  },
  key: ['withdrawalId'],
  indexes: [
    { columns: ['sellerId', 'requestedAt', 'withdrawalId'] },
    { columns: ['platformId', 'requestedAt', 'withdrawalId'] },
    { columns: ['payableSince', 'withdrawalId'], where: "status = 'PENDING'" },
    { columns: ['waitsSince'], where: 'waits_since IS NOT NULL' },
    {
      columns: ['platformId', 'waitsForApprovalSince', 'withdrawalId'],
      where: 'waits_for_approval_since IS NOT NULL',
    },
    {
      columns: ['sellerId', 'waitsForApprovalSince'],
      where: 'waits_for_approval_since IS NOT NULL',
    },
    { columns: ['platformId', 'paidAt', 'withdrawalId'], where: IS_PAID },
    { columns: ['platformId', 'paidAt', 'withdrawalId'], where: IS_NOT_RECONCILED },
    { columns: ['platformId', 'paidAt', 'withdrawalId'], where: IS_RETURNED },
  ],
});

const tables = { withdrawal: withdrawalTable };

export type WithdrawalRow = RowOf<typeof withdrawalTable>;

const change = (
  rows: RowsOf<typeof tables>,
  event: WithdrawalEvent & { readonly aggregateId: string },
  changes: Partial<WithdrawalRow> = {},
): void => {
  const { aggregateId } = event;
  const row = rows.withdrawal.get(aggregateId);
  if (row === undefined)
    throw new Error(`${event.type} of withdrawal ${aggregateId} came before its request`);
  const before = row.investigation ?? NOT_INVESTIGATED;
  const investigation = investigationAfter(before, event);
  const questions =
    investigation === before ? {} : { investigation, waitsSince: waitsSince(investigation) };
  const analysis = analysisAfter(row.analysis, event);
  const account = row.merchantAccount === '' ? undefined : row.merchantAccount;
  const merchantAccount = accountAfter({ merchantAccount: account }, event) ?? '';
  const reconciliation = reconciliationAfter(row.reconciliation, event);
  const found = { reconciliation, isReconciled: isReconciled(reconciliation) };
  rows.withdrawal.put({ ...row, ...changes, ...questions, ...found, analysis, merchantAccount });
};

/** Corrects the amount paid out by the difference that staff found, which also answers the question shown as the cause. */
const changeNet = (
  rows: RowsOf<typeof tables>,
  event: WithdrawalEvent & { readonly aggregateId: string },
  difference: Cents,
): void => {
  const net = rows.withdrawal.get(event.aggregateId)?.net ?? ZERO;
  change(rows, event, { net: add(net, difference), cause: null });
};

const approve = (
  rows: RowsOf<typeof tables>,
  event: Extract<WithdrawalEvent, { type: 'WithdrawalApproved' }> & {
    readonly aggregateId: string;
  },
): void => {
  const { at: payableSince } = event.data;
  const row = rows.withdrawal.get(event.aggregateId);
  const approvals = approvalsAfter(row?.approvals ?? [], event.data);
  const isComplete = approvals.length >= (row?.approval?.people ?? 0);
  const ended = isComplete ? { waitsForApprovalSince: null } : {};
  change(rows, event, { approvals, payableSince, ...ended });
};

const begin = (
  rows: RowsOf<typeof tables>,
  withdrawalId: string,
  request: WithdrawalRequestedData,
): void => {
  if (rows.withdrawal.get(withdrawalId) !== undefined) return;
  const { platformId, receiverId: sellerId, amount: whole, fee, provider, pixType } = request;
  rows.withdrawal.put({
    withdrawalId,
    platformId,
    sellerId,
    amount: whole,
    fee,
    net: subtract(whole, fee),
    status: 'PENDING',
    provider,
    merchantAccount: '',
    pixType,
    destination: request.destination,
    providerWithdrawId: null,
    endToEndId: null,
    cause: null,
    explanation: null,
    requestedAt: request.at,
    concludedAt: null,
    paidAt: null,
    reconciliation: null,
    isReconciled: false,
    destinationId: request.destinationId ?? null,
    approval: request.approval ?? null,
    approvals: [],
    analysis: null,
    refusedBy: null,
    waitsForApprovalSince: request.approval ? request.at : null,
    payableSince: request.at,
    waitsSince: null,
    investigation: null,
  });
};

/** Once the acquirer has the withdrawal, it waits for no approval, even if the log has lost the approval. */
const SENT = { waitsForApprovalSince: null, cause: null } as const;

export const withdrawals = defineProjection({
  name: 'withdrawals',
  version: 14,
  tables,
  topics: {
    kinds: ['payouts'],
    of: {
      // Only withdrawals that staff decide about.
      withdrawal: ({ platformId, withdrawalId, approval, waitsForApprovalSince }) => {
        if (approval === null) return [];
        const data = { withdrawalId, waits: waitsForApprovalSince !== null };
        return [{ topic: `payouts:${platformId}`, data }];
      },
    },
  },
  keys: (event, { withdrawal }) => {
    withdrawal.reads(event.type === 'WithdrawalHeld' ? event.data.withdrawalId : event.aggregateId);
  },
  on: {
    WithdrawalHeld: ({ data }, rows) => begin(rows, data.withdrawalId, data),
    WithdrawalRequested: ({ aggregateId, data }, rows) => begin(rows, aggregateId, data),
    WithdrawalAnalysisBegun: (event, rows) => change(rows, event),
    WithdrawalAnalysisEnded: (event, rows) => change(rows, event),
    WithdrawalApproved: (event, rows) => approve(rows, event),
    WithdrawalRefused: (event, rows) => {
      const { refusedBy } = event.data;
      change(rows, event, { refusedBy, waitsForApprovalSince: null });
    },
    WithdrawalStopped: (event, rows) => {
      const { approval, at: waitsForApprovalSince } = event.data;
      change(rows, event, { approval, approvals: [], waitsForApprovalSince, cause: null });
    },
    WithdrawalAttempted: (event, rows) => change(rows, event),
    WithdrawalSent: (event, rows) => {
      const { providerWithdrawId } = event.data;
      // A withdrawal that has ended keeps its cause, even when another payout is found for it.
      const isOpen = rows.withdrawal.get(event.aggregateId)?.status === 'PENDING';
      change(rows, event, { providerWithdrawId, ...(isOpen && SENT) });
    },
    WithdrawalUnanswered: (event, rows) => change(rows, event, { cause: event.data.failure }),
    WithdrawalSettled: (event, rows) => {
      const { endToEndId, at } = event.data;
      const paid = { status: 'APPROVED', concludedAt: at, paidAt: at } as const;
      change(rows, event, { ...SENT, ...paid, endToEndId });
    },
    WithdrawalFailed: (event, rows) => {
      const { cause, text: explanation = null, at: concludedAt } = event.data;
      const status = cause === 'canceled' ? 'CANCELED' : 'REJECTED';
      const ended = { status, waitsForApprovalSince: null, concludedAt } as const;
      change(rows, event, { ...ended, cause, explanation });
    },
    WithdrawalCameBack: (event, rows) => {
      const { cause, text: explanation = null, at: concludedAt } = event.data;
      if (event.data.isPart) return changeNet(rows, event, negate(event.data.amount));
      change(rows, event, { status: 'REJECTED', cause, explanation, concludedAt });
    },
    WithdrawalContradicted: (event, rows) => change(rows, event, { cause: 'contradicted' }),
    WithdrawalContradictionEnded: (event, rows) => change(rows, event, { cause: null }),
    WithdrawalLeftUnresolved: (event, rows) => change(rows, event, { cause: event.data.cause }),
    WithdrawalFoundPaid: (event, rows) => {
      const { amount: whole, fee, isPart, at } = event.data;
      if (isPart) return changeNet(rows, event, whole);
      const payout = { net: subtract(whole, fee), concludedAt: at, paidAt: at };
      change(rows, event, { status: 'APPROVED', cause: null, explanation: null, ...payout });
    },
    WithdrawalReconciled: (event, rows) => change(rows, event),
    WithdrawalReconciliationReverted: (event, rows) => change(rows, event),
    WithdrawalResolutionProposed: (event, rows) => change(rows, event),
    WithdrawalResolutionRejected: (event, rows) => change(rows, event),
    WithdrawalResolved: (event, rows) => change(rows, event, { cause: null }),
  },
});
