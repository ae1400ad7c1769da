import { Refused, type RefusalCode } from '#/domain/errors/refused.ts';
import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import { subtract } from '#/domain/values/money.ts';
import { explanationForRecord } from '#/domain/privacy/personal-text.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { countMissing } from '#/domain/withdrawal/approval.ts';
import type { AnswerAbout, WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import type { SignedStatement } from '#/domain/withdrawal/statement.ts';
import { defineReaction, type PayoutToSign, type Ports } from './reaction.ts';
import { openAcquirerForCall, findConnected } from './acquirer-of.ts';
import { commandsForHolder } from './other-holder.ts';
import { beginAttempt, digestOf, isNothingSent, type EarlierCalls } from './attempt.ts';
import {
  outcomeOf,
  requireHold,
  requireSupport,
  type ProviderOutcome,
} from './provider-outcome.ts';

/** Decrypted destination of a withdrawal. */
export interface PixDestination {
  readonly pixKey: string;
  readonly name: string;
  readonly document: string;
  /** A random value in the signed hash: no one can guess the destination from the hash. Absent in older destinations. */
  readonly blinding?: string;
}

/** Text for a payout that was not made, where the provider gives none (acquirers.120). */
const NOT_PAID = 'Error on withdraw';

/** The provider gives no reason. */
const CAME_BACK = 'O banco devolveu o saque.';

/** The provider pays out `amount − fee`. */
type Payout = Pick<WithdrawalRequestedData, 'amount' | 'fee'>;

/** Translates the provider's answer about a payout. If it paid another amount, staff decide. */
export const commandsForPayout = (
  result: WithdrawResult,
  { amount: requested, fee }: Payout,
  now: string,
  about: AnswerAbout = {},
): readonly WithdrawalCommand[] => {
  const { withdrawId: providerWithdrawId, status, amount: saidAmount, endToEndId = null } = result;
  const { asked = {}, ...ofCall } = about;
  // `asked` says that the outcome follows in another command.
  const aboutSent = status === 'PENDING' ? { ...ofCall, ...accountPart(asked) } : about;
  const sent = { type: 'RecordSent', providerWithdrawId, ...aboutSent, now } as const;
  switch (status) {
    case 'APPROVED':
      if (saidAmount !== subtract(requested, fee))
        return [
          sent,
          { type: 'LeaveUnresolved', ...about, cause: 'other-amount', saidAmount, now },
        ];
      return [sent, { type: 'RecordSettled', ...about, endToEndId, now }];
    case 'PENDING':
      return [sent];
    case 'REJECTED':
    case 'CANCELED':
      return [{ type: 'RecordFailed', ...about, cause: status.toLowerCase(), text: NOT_PAID, now }];
  }
};

/** `commandsForPayout` for a payout on record as paid: a refusal means that the payout came back. */
export const commandsForPaid = (
  result: WithdrawResult,
  payout: Payout,
  now: string,
  about: AnswerAbout = {},
): readonly WithdrawalCommand[] =>
  commandsForPayout(result, payout, now, about).map((command) =>
    command.type === 'RecordFailed'
      ? { type: 'RecordCameBack', ...about, cause: command.cause, text: CAME_BACK, now }
      : command,
  );

interface MadeCall {
  /** As in `BegunAttempt`. */
  readonly isFirst: boolean;
  /** No earlier call can have any effect. */
  readonly isOnly: boolean;
  readonly attemptId: string;
  readonly destination: PixDestination;
  readonly now: Timestamp;
}

const commandsAfter = (
  outcome: ProviderOutcome<WithdrawResult>,
  withdrawal: WithdrawalRequestedData,
  { isFirst, isOnly, attemptId, destination, now: at }: MadeCall,
): readonly WithdrawalCommand[] => {
  const { name, document, pixKey } = destination;
  if (outcome.kind === 'answered') {
    const commands = [
      ...commandsForPayout(outcome.result, withdrawal, at, { attemptId }),
      ...commandsForHolder(outcome.result, destination, at),
    ];
    const isRefused = commands.some(({ type }) => type === 'RecordFailed');
    if (isFirst) return commands;
    // Earlier calls may have made a payout too, so the acquirer is asked about all.
    return isRefused
      ? [{ type: 'RecordUnanswered', attemptId, failure: 'refused', now: at }]
      : commands.filter(({ type }) => type === 'RecordSent' || type === 'RecordOtherHolder');
  }
  // If there were others, an earlier call may have succeeded: this decline says nothing about it.
  if (outcome.kind === 'declined' && isOnly) {
    const { cause } = outcome;
    const text = explanationForRecord(outcome.text ?? NOT_PAID, {
      name,
      known: [document, pixKey],
    });
    return [{ type: 'RecordFailed', attemptId, cause, text, now: at }];
  }
  const [failure, neverSent] =
    outcome.kind === 'declined' ? [outcome.cause, false] : [outcome.failure, outcome.neverSent];
  const unsent = neverSent && { isUnsent: true as const };
  return [{ type: 'RecordUnanswered', attemptId, failure, ...unsent, now: at }];
};

/**
 * Ends a payout that cannot be sent. Does nothing (`[]`) while a call for it may have arrived, or the clock is not right.
 * @param why `destination-erased`: the payout fails; any other code: it is stopped
 * @param after the last call on record
 */
const endUnsent = async (
  {
    earlier,
    after = earlier.attempt?.attemptId ?? null,
    why,
  }: {
    readonly earlier: EarlierCalls;
    readonly after?: string | null;
    readonly why: 'destination-erased' | RefusalCode;
  },
  { isClockTrue, epoch: readEpoch, now: readTime }: Ports,
): Promise<readonly WithdrawalCommand[]> => {
  if (!isClockTrue()) return [];
  const now = readTime();
  const epoch = await readEpoch();
  if (!isNothingSent(earlier, epoch, now)) return [];
  if (why === 'destination-erased')
    return [{ type: 'RecordFailed', isUnsent: true, cause: why, now }];
  return [{ type: 'StopPayout', cause: why, after, epoch: epoch.number, now }];
};

/**
 * @returns undefined if the payout differs from what was signed for an earlier call. Nothing may be sent then; a throw would keep the
 * read-back from leaving it to staff
 */
const signPayout = async (
  { payouts }: Pick<Ports, 'payouts'>,
  payout: PayoutToSign,
): Promise<{ readonly signed: SignedStatement | undefined } | undefined> => {
  try {
    return { signed: await payouts.sign(payout) };
  } catch (error) {
    if (error instanceof Refused && error.code === 'withdrawal/not-signed') return undefined;
    throw error;
  }
};

/** Sends a payout if it is payable (people.150), which is checked again once the call is recorded. */
export const sendWithdrawal = async (
  withdrawalId: string,
  withdrawal: WithdrawalRequestedData,
  earlier: EarlierCalls,
  ports: Ports,
): Promise<readonly WithdrawalCommand[]> => {
  const { open, webhookUrl, now } = ports;
  const { provider, platformId, receiverId: sellerId, currency, pixType } = withdrawal;
  const amount = subtract(withdrawal.amount, withdrawal.fee);
  const destination = await open<PixDestination>(withdrawal.destination);
  if (!destination) return endUnsent({ earlier, why: 'destination-erased' }, ports);
  const obstacle = await ports.payouts.findObstacle(withdrawalId, withdrawal);
  if (obstacle !== undefined) return endUnsent({ earlier, why: obstacle }, ports);
  const { name, document, pixKey, blinding = ports.secretName(withdrawalId) } = destination;
  const request = {
    pixKey,
    name,
    document,
    withdrawReference: withdrawalId,
    paymentMethod: 'PIX',
    amount,
    pixType,
    description: 'Saque',
    webhookUrl: webhookUrl(provider, platformId),
  } as const;
  // If the platform does not sign the payout, no attempt is recorded.
  const statement = await signPayout(ports, {
    withdrawalId,
    platformId,
    amount,
    currency,
    destination: { blinding, document, name, pixKey, pixType },
  });
  if (!statement) return [];
  const acquirer = await findConnected(ports, { provider, platformId });
  const begun = await beginAttempt(ports, {
    platformId,
    provider,
    digest: await digestOf(ports, request, acquirer?.encode?.withdraw),
    earlier,
    by: (attempt) => ({
      to: 'withdrawal',
      id: withdrawalId,
      command: { type: 'BeginPayout', ...statement, ...attempt },
    }),
  });
  if (!begun) return [];
  const { attempt, isFirst } = begun;
  const { attemptId } = attempt;
  const obstacleSince = await ports.payouts.findObstacle(withdrawalId, withdrawal);
  if (obstacleSince !== undefined) {
    const failure = 'interrupted' satisfies KnownCause;
    const end = await endUnsent({ earlier, after: attemptId, why: obstacleSince }, ports);
    return [{ type: 'RecordUnanswered', attemptId, failure, isUnsent: true, now: now() }, ...end];
  }
  const outcome = await outcomeOf(async () => {
    const { withdraw } = await openAcquirerForCall(ports, { provider, platformId }, attempt);
    await requireHold(ports, { platformId, sellerId }, withdrawalId);
    return requireSupport(withdraw, 'Not implemented yet.')({ ...request, attempt });
  });
  const isOnly = isFirst || earlier.isAbsent === true;
  return commandsAfter(outcome, withdrawal, {
    isFirst,
    isOnly,
    attemptId,
    destination,
    now: now(),
  });
};

const payFirst = async (
  withdrawalId: string,
  withdrawal: WithdrawalRequestedData,
  ports: Ports,
): Promise<readonly AddressedCommand[]> => {
  const origin = { at: withdrawal.at, epoch: withdrawal.heldIn ?? null };
  const earlier = { attempt: null, origin };
  const commands = await sendWithdrawal(withdrawalId, withdrawal, earlier, ports);
  return commands.map((command) => ({ to: 'withdrawal', id: withdrawalId, command }));
};

export const payWithdrawal = defineReaction('pay-withdrawal', {
  WithdrawalRequested: async ({ aggregateId, data }, ports) =>
    data.approval ? [] : payFirst(aggregateId, data, ports),
  WithdrawalApproved: async ({ aggregateId }, ports) => {
    const payout = await ports.payouts.find(aggregateId);
    const isPayable = payout?.status === 'PENDING' && payout.attempt === null;
    if (!isPayable || countMissing(payout) > 0) return [];
    return payFirst(aggregateId, payout.requested, ports);
  },
});
