import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { readPage } from '#/api/http/paging.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { loadAuthorEmails } from '#/api/people/staff-emails.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { withoutNumbersAndEmails } from '#/domain/privacy/personal-text.ts';
import { countMissing, waitsForApproval } from '#/domain/withdrawal/approval.ts';
import {
  withdrawal,
  type RequestedWithdrawal,
  type Withdrawal,
} from '#/domain/withdrawal/decider.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { findDestinations } from '#/projections/destinations.ts';
import { balancesOf } from '#/projections/seller-balance.ts';
import { listBlocked } from '#/projections/sellers.ts';
import { findPaidPayouts, listForApproval } from '#/projections/withdrawals-queries.ts';
import type { WithdrawalRow } from '#/projections/withdrawals.ts';
import {
  isApprovedBy,
  judgeApprovals,
  requireAnotherApprover,
  type EarlierApproval,
} from './approvers.ts';
import { maskedPixKey } from './masked-pix-key.ts';
import { createPayoutAcquirerView } from './payout-acquirers.ts';
import { requireStillPayable } from './payable.ts';
import { findWithdrawalPause } from './withdrawal-pause.ts';

/** @throws Rejected `resource/not-found`, also for other platforms' withdrawals */
export const loadPlatformsWithdrawal = async (
  { handler }: Pick<Core, 'handler'>,
  { platformId }: StaffCaller,
  withdrawalId: string,
): Promise<RequestedWithdrawal> => {
  const { state } = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
  if (state.status === 'NONE' || state.requested.platformId !== platformId)
    throw new Rejected('resource/not-found');
  return state;
};

const MODELS = ['withdrawals', 'destinations', 'seller-balance', 'sellers'];

/** Loads what is shown beside the rows: acquirers, destinations, approvers, names of sellers and e-mails of authors. */
const loadBeside = (services: Services, caller: StaffCaller, rows: readonly WithdrawalRow[]) => {
  const { core } = services;
  return Promise.all([
    createPayoutAcquirerView(
      services,
      caller.platformId,
      rows.map(({ provider }) => provider),
    ),
    core.vault.openMany<PixDestination>(rows.map(({ destination }) => destination)),
    Promise.all(rows.map((row) => findValidApprovers(services, caller, row))),
    loadSellerNames(
      core,
      rows.map(({ sellerId }) => sellerId),
    ),
    loadAuthorEmails(
      core,
      rows.flatMap(({ approvals, analysis }) =>
        [...approvals, ...(analysis ? [analysis] : [])].map(({ by }) => by),
      ),
    ),
  ]);
};

export const listWaitingWithdrawals = async (
  services: Services,
  caller: StaffCaller,
  { after, cursor, limit }: ParsedInputOf<'admin.listWaitingWithdrawals'>,
): Promise<OutputOf<'admin.listWaitingWithdrawals'>> => {
  const { value, position } = await readFresh(services, MODELS, after, async (database) => {
    const page = await readPage(() =>
      listForApproval(database, caller.platformId, { limit, cursor }),
    );
    const sellerIds = page.items.map(({ sellerId }) => sellerId);
    const destinationIds = page.items.flatMap(({ destinationId }) => destinationId ?? []);
    const [balances, paidBefore, destinations, blocked] = await Promise.all([
      balancesOf(database, sellerIds),
      findPaidPayouts(database, sellerIds),
      findDestinations(database, destinationIds),
      listBlocked(database, sellerIds),
    ]);
    return { page, balances, paidBefore, destinations, blocked };
  });
  const { page, balances, paidBefore, destinations, blocked } = value;
  const rows = page.items;
  const [acquirerOf, opened, validApprovers, sellers, authors] = await loadBeside(
    services,
    caller,
    rows,
  );
  const items = rows.map((row, index): WaitingWithdrawal => {
    const { withdrawalId, sellerId, amount, fee, net, pixType, requestedAt } = row;
    const { approval, analysis } = row;
    const payee = opened[index];
    const destination = destinations.get(row.destinationId ?? '');
    return {
      withdrawalId,
      sellerId,
      sellerName: sellers.get(sellerId) ?? null,
      isSellerBlocked: blocked.has(sellerId),
      amount,
      fee,
      net,
      pixType,
      pixKey: payee ? maskedPixKey(pixType, payee.pixKey) : null,
      holderName: destination?.holder === 'OTHER' && payee ? payee.name : null,
      requestedAt,
      reasons: [...(approval?.reasons ?? [])],
      people: approval?.people ?? 0,
      approvedBy: (validApprovers[index]?.approvers ?? []).map((by) => authors.get(by) ?? null),
      isApprovedByCaller: validApprovers[index]?.includesCaller ?? false,
      analysis: analysis && {
        by: authors.get(analysis.by) ?? null,
        since: analysis.since,
        isOwn: analysis.by === caller.actor,
      },
      available: balances.get(sellerId)?.available ?? 0,
      payouts: paidBefore.get(sellerId)?.payouts ?? 0,
      lastPaidAt: paidBefore.get(sellerId)?.lastPaidAt ?? null,
      destinationApprovedAt: destination?.approvedAt ?? null,
      acquirer: acquirerOf(row.provider),
    };
  });
  return { items, nextCursor: page.nextCursor, position };
};

const validApproversIn = (judged: readonly EarlierApproval[]): readonly string[] =>
  judged.flatMap(({ by, isValid }) => (isValid ? [by] : []));

/** Returns the approvers whose approval is still valid, and whether the caller is one of them. */
const findValidApprovers = async (
  services: Services,
  caller: StaffCaller,
  { approvals, sellerId }: Pick<WithdrawalRow, 'approvals' | 'sellerId'>,
) => {
  const approvers = validApproversIn(await judgeApprovals(services, approvals, sellerId));
  return { approvers, includesCaller: await isApprovedBy(services, caller, approvers) };
};

/** @returns the earlier approvals, with whether each is still valid @throws Refused as `approveWithdrawal` */
const judgeWaiting = async (
  services: Services,
  caller: StaffCaller,
  state: Withdrawal,
): Promise<readonly EarlierApproval[]> => {
  if (state.status === 'NONE' || !waitsForApproval(state)) return [];
  const { approvals, requested } = state;
  const { receiverId: sellerId } = requested;
  await requireStillPayable(services.core, requested, (to) =>
    findWithdrawalPause(services, sellerId, to),
  );
  const judged = await judgeApprovals(services, approvals, sellerId);
  await requireAnotherApprover(services, caller, { sellerId, approvers: validApproversIn(judged) });
  return judged;
};

/** @throws as `approveWithdrawal` */
const approveAsRecorded = async (
  services: Services,
  caller: StaffCaller,
  withdrawalId: string,
  by: KeyedContext,
): Promise<OutputOf<'admin.approveWithdrawal'>> => {
  const { core } = services;
  const stream = streamOf('withdrawal', withdrawalId);
  const recorded = await core.handler.load(withdrawal, stream);
  if (isDone(recorded, by) && recorded.state.status !== 'NONE')
    return { missing: countMissing(recorded.state), position: writtenAt(recorded) };
  // The payout is not called before this time (`payableSince`), so the clock must be right.
  requireTrueClock(core.ports.isClockTrue);
  const earlier = await judgeWaiting(services, caller, recorded.state);
  const { actor, staffRevision } = caller;
  const approval = { by: actor, staffRevision, earlier, now: core.now() };
  const command = { type: 'ApprovePayout', ...approval } as const;
  const context = { ...by, correlation: withdrawalId };
  const done = await core.handler.handle(withdrawal, stream, command, context, recorded);
  const missing = done.state.status === 'NONE' ? 0 : countMissing(done.state);
  return { missing, position: writtenAt(done) };
};

const APPROVAL_TRIES = 3;

/**
 * Approves a payout. If another person approves meanwhile, loads the payout again and retries, `APPROVAL_TRIES` times in all.
 * @throws Refused `withdrawal/not-waiting`, `withdrawal/same-person`, `withdrawal/own`, `withdrawal/approved-meanwhile`, and as
 * `requireStillPayable`
 */
export const approveWithdrawal: typeof approveAsRecorded = async (...approval) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await approveAsRecorded(...approval);
    } catch (error) {
      // Another person's approval came after the load, and must be judged as well.
      const isLate = error instanceof Refused && error.code === 'withdrawal/approved-meanwhile';
      if (!isLate || tries === APPROVAL_TRIES) throw error;
    }
  }
};

/** The seller reads the reason. @returns position @throws Refused `withdrawal/not-waiting` */
export const refuseWithdrawal = async (
  core: Core,
  { actor }: StaffCaller,
  { withdrawalId, reason: statedReason }: ParsedInputOf<'admin.refuseWithdrawal'>,
  by: KeyedContext,
): Promise<string> => {
  const stream = streamOf('withdrawal', withdrawalId);
  const recorded = await core.handler.load(withdrawal, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  requireTrueClock(core.ports.isClockTrue);
  const reason = withoutNumbersAndEmails(statedReason);
  const epoch = await core.ports.epoch();
  const command = { type: 'RefusePayout', by: actor, reason, epoch, now: core.now() } as const;
  const context = { ...by, correlation: withdrawalId, reason };
  return writtenAt(await core.handler.handle(withdrawal, stream, command, context, recorded));
};
