import type { Resolution } from '#/domain/investigation/events.ts';
import {
  agreedPart,
  decideInvestigation,
  NOTHING_SAID,
  openMatter,
  proposedIn,
  rejectedIn,
  resolvedIn,
  settledWhere,
  type Agreed,
  type Investigation,
  type InvestigationCommand,
  type Matter,
} from '#/domain/investigation/investigation.ts';
import { negate, subtract, ZERO, type Cents } from '#/domain/money.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

/** Returns what people can find out about a matter of a withdrawal as it stands now. */
export const answersOfWithdrawal = (
  { status, isBorne }: RequestedWithdrawal,
  { cause, said }: Pick<Matter, 'cause' | 'said'>,
): readonly Resolution[] => {
  if (cause === 'UNKNOWN_OUTCOME') return ['HAPPENED', 'DID_NOT_HAPPEN'];
  const isPaid = status === 'SETTLED' || isBorne;
  if (said.status === 'SETTLED') {
    return isPaid ? ['DID_NOT_HAPPEN'] : ['HAPPENED', 'BORNE_BY_PLATFORM', 'DID_NOT_HAPPEN'];
  }
  return isPaid ? ['HAPPENED', 'DID_NOT_HAPPEN'] : ['DID_NOT_HAPPEN'];
};

/** Returns what waits for people after an event of the withdrawal. Decider and read model share it. */
export const investigationAfter = (
  investigation: Investigation,
  event: WithdrawalEvent,
): Investigation => {
  switch (event.type) {
    case 'WithdrawalLeftUnresolved': {
      const { amount, cause, saidAmount = null, at: since } = event.data;
      const said = { ...NOTHING_SAID, amount: saidAmount, cause };
      const matter = { key: 'payout', cause: 'UNKNOWN_OUTCOME', since, amount, said } as const;
      return openMatter(investigation, { ...matter, unapplied: ZERO });
    }
    case 'WithdrawalContradicted': {
      const { status, amount = null, unapplied = ZERO, at: since } = event.data;
      const { endToEndId: transactionId } = event.data;
      const isOurs = investigation.outcome === null && unapplied === ZERO;
      const cause = isOurs ? 'CONTRADICTED_OUTCOME' : 'CONTRADICTED_RESOLUTION';
      const said = { ...NOTHING_SAID, status, transactionId, cause: event.data.cause };
      const key = `said ${status}`;
      return openMatter(investigation, { key, cause, since, amount, unapplied, said });
    }
    case 'WithdrawalSettled':
    case 'WithdrawalFailed':
      return settledWhere(investigation, ({ cause }) => cause === 'UNKNOWN_OUTCOME');
    case 'WithdrawalResolutionProposed':
      return proposedIn(investigation, event.data);
    case 'WithdrawalResolutionRejected':
      return rejectedIn(investigation, event.data);
    case 'WithdrawalResolved':
      return resolvedIn(investigation, event.data);
    default:
      return investigation;
  }
};

/** The part of a withdrawal that the acquirer pays out. */
export const payoutOf = ({ requested: { amount, fee } }: RequestedWithdrawal): Cents =>
  subtract(amount, fee);

const resolvedFact = (
  { requested }: RequestedWithdrawal,
  agreed: Agreed,
  moved: { readonly unapplied: Cents; readonly loss: Cents },
): WithdrawalEvent => {
  const { platformId, receiverId, provider } = requested;
  const data = { platformId, receiverId, provider, ...agreedPart(agreed), ...moved };
  return { type: 'WithdrawalResolved', data };
};

const outcomeFound = (
  withdrawal: RequestedWithdrawal,
  agreed: Agreed,
): readonly WithdrawalEvent[] => {
  const { platformId, receiverId, provider, currency, amount, fee } = withdrawal.requested;
  const { proposal, now: at } = agreed;
  const resolved = resolvedFact(withdrawal, agreed, { unapplied: ZERO, loss: ZERO });
  const outcome = { platformId, receiverId, at };
  const paid = { ...outcome, provider, currency, amount, fee, endToEndId: null };
  return proposal.resolution === 'HAPPENED'
    ? [resolved, { type: 'WithdrawalSettled', data: paid }]
    : [resolved, { type: 'WithdrawalFailed', data: { ...outcome, cause: 'not-paid' } }];
};

const contradictionFound = (
  withdrawal: RequestedWithdrawal,
  agreed: Agreed,
): readonly WithdrawalEvent[] => {
  const { platformId, receiverId, provider, currency, amount, fee } = withdrawal.requested;
  const { matter, proposal, now: at } = agreed;
  const contested = matter.amount ?? ZERO;
  const isSaidPaid = matter.said.status === 'SETTLED';
  const unapplied = negate(matter.unapplied);
  const isHappened = proposal.resolution === 'HAPPENED';
  // The platform bore the loss, so the money came back to the platform and not to the seller.
  const isRecovered = withdrawal.isBorne && isHappened;
  const isLost = proposal.resolution === 'BORNE_BY_PLATFORM';
  const loss = isRecovered ? negate(contested) : isLost ? contested : ZERO;
  const resolved = resolvedFact(withdrawal, agreed, { unapplied, loss });
  if (!isHappened || isRecovered) return [resolved];
  const data = { platformId, receiverId, provider, currency, amount, fee, at };
  return isSaidPaid
    ? [resolved, { type: 'WithdrawalFoundPaid', data }]
    : [resolved, { type: 'WithdrawalCameBack', data: { ...data, cause: 'not-paid' } }];
};

/** Decides what people say of a withdrawal. @throws Refused */
export const resolveWithdrawal = (
  withdrawal: RequestedWithdrawal,
  command: InvestigationCommand,
): readonly WithdrawalEvent[] => {
  const { currency } = withdrawal.requested;
  const step = decideInvestigation(withdrawal.investigation, command, currency, (matter) =>
    answersOfWithdrawal(withdrawal, matter),
  );
  switch (step?.kind) {
    case 'proposed':
      return [{ type: 'WithdrawalResolutionProposed', data: step.data }];
    case 'rejected':
      return [{ type: 'WithdrawalResolutionRejected', data: step.data }];
    case 'agreed':
      return step.agreed.matter.cause === 'UNKNOWN_OUTCOME'
        ? outcomeFound(withdrawal, step.agreed)
        : contradictionFound(withdrawal, step.agreed);
    case undefined:
      return [];
  }
};
