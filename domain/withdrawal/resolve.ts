import type { Resolution } from '#/domain/investigation/events.ts';
import {
  resolutionDataOf,
  decideInvestigation,
  NOTHING_STATED,
  openMatter,
  applyProposal,
  applyRejection,
  applyResolution,
  removeSettled,
  type AgreedResolution,
  type Investigation,
  type InvestigationCommand,
  type Matter,
} from '#/domain/investigation/investigation.ts';
import {
  add,
  cents,
  negate,
  positiveCents,
  subtract,
  sum,
  ZERO,
  type Cents,
} from '#/domain/values/money.ts';
import { isSimulatedPart } from '#/domain/platform/simulated.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';
import { ownerOf } from './paying-account.ts';

/** The resolutions from which staff may choose. */
export const answersOfWithdrawal = (
  { status, isBorneByPlatform, paid }: RequestedWithdrawal,
  { cause, said, amount }: Pick<Matter, 'cause' | 'said' | 'amount'>,
): readonly Resolution[] => {
  if (cause === 'UNKNOWN_OUTCOME') return ['HAPPENED', 'DID_NOT_HAPPEN'];
  const isPaid = status === 'SETTLED' || isBorneByPlatform;
  if (said.status === 'SETTLED') {
    if (!isPaid) return ['HAPPENED', 'BORNE_BY_PLATFORM', 'DID_NOT_HAPPEN'];
    if (amount === paid) return ['DID_NOT_HAPPEN'];
    return [isBorneByPlatform ? 'BORNE_BY_PLATFORM' : 'HAPPENED', 'DID_NOT_HAPPEN'];
  }
  return isPaid ? ['HAPPENED', 'DID_NOT_HAPPEN'] : ['DID_NOT_HAPPEN'];
};

/** What the acquirer says it paid, if a payout can have that amount, else the requested one. */
export const amountInQuestion = (stated: Cents, requested: Cents): Cents =>
  positiveCents.safeParse(stated).success ? stated : requested;

/** Whether the matter is a statement of the acquirer that contradicts the record. */
const isStatement = ({ key }: Matter): boolean => key.startsWith('said ');

/** The sum that is posted as unapplied because of the acquirer's last statement. */
export const sumUnapplied = ({ matters }: Investigation): Cents =>
  sum(matters.filter(isStatement).map(({ unapplied }) => unapplied));

/** Used by the decider and by the read model. */
export const investigationAfter = (
  investigation: Investigation,
  event: WithdrawalEvent,
): Investigation => {
  switch (event.type) {
    case 'WithdrawalLeftUnresolved': {
      const { amount: requested, cause, saidAmount = null, at: since } = event.data;
      const said = { ...NOTHING_STATED, amount: saidAmount, cause };
      const amount = saidAmount === null ? requested : amountInQuestion(saidAmount, requested);
      const matter = { key: 'payout', cause: 'UNKNOWN_OUTCOME', since, amount, said } as const;
      return openMatter(investigation, { ...matter, unapplied: ZERO });
    }
    case 'WithdrawalContradicted': {
      const { status, amount = null, unapplied: change = ZERO, at: since } = event.data;
      const unapplied = add(sumUnapplied(investigation), change);
      const { endToEndId: transactionId } = event.data;
      const isUndecided = investigation.outcome === null && unapplied === ZERO;
      const cause = isUndecided ? 'CONTRADICTED_OUTCOME' : 'CONTRADICTED_RESOLUTION';
      const { cause: saidCause, saidAmount = null } = event.data;
      const said = {
        ...NOTHING_STATED,
        status,
        amount: saidAmount,
        transactionId,
        cause: saidCause,
      };
      const key = `said ${status}`;
      const rest = removeSettled(investigation, (each) => isStatement(each) && each.key !== key);
      return openMatter(rest, { key, cause, since, amount, unapplied, said });
    }
    case 'WithdrawalSent':
      return investigation.proposal ? { ...investigation, proposal: null } : investigation;
    case 'WithdrawalSettled':
    case 'WithdrawalFailed':
      return removeSettled(investigation, ({ cause }) => cause === 'UNKNOWN_OUTCOME');
    case 'WithdrawalCameBack':
    case 'WithdrawalContradictionEnded':
      return removeSettled(investigation, isStatement);
    case 'WithdrawalResolutionProposed':
      return applyProposal(investigation, event.data);
    case 'WithdrawalResolutionRejected':
      return applyRejection(investigation, event.data);
    case 'WithdrawalResolved':
      return applyResolution(investigation, event.data);
    default:
      return investigation;
  }
};

/** The part of a withdrawal that the acquirer pays out. */
export const payoutOf = ({ requested: { amount, fee } }: RequestedWithdrawal): Cents =>
  subtract(amount, fee);

export const wholePayoutOf = (
  withdrawal: Pick<RequestedWithdrawal, 'requested' | 'merchantAccount'>,
) => {
  const { currency, amount, fee } = withdrawal.requested;
  return {
    ...ownerOf(withdrawal),
    currency,
    amount,
    fee,
    ...isSimulatedPart(withdrawal.requested),
  };
};

/** Distinguishes a correction of a payout from earlier ones. */
export const ordinalPart = ({ corrections }: RequestedWithdrawal) =>
  corrections > 0 && { ordinal: corrections + 1 };

export const destinationPart = ({ requested: { destinationId } }: RequestedWithdrawal) =>
  destinationId !== undefined && { destinationId };

const recordResolution = (
  withdrawal: RequestedWithdrawal,
  agreed: AgreedResolution,
  moved: { readonly unapplied: Cents; readonly loss: Cents },
): WithdrawalEvent => {
  const data = { ...ownerOf(withdrawal), ...resolutionDataOf(agreed), ...moved };
  return { type: 'WithdrawalResolved', data };
};

/** The seller bears or gets the difference: `paid` is the sum on record, `found` the sum that staff found. */
const decideDifference = (
  withdrawal: RequestedWithdrawal,
  { now: at }: AgreedResolution,
  { paid, found }: { readonly paid: Cents; readonly found: Cents },
): readonly WithdrawalEvent[] => {
  const { currency } = withdrawal.requested;
  const difference = subtract(found, paid);
  if (difference === ZERO) return [];
  const identity = { ...ordinalPart(withdrawal), ...isSimulatedPart(withdrawal.requested) };
  const about = { ...ownerOf(withdrawal), currency, ...identity, at };
  const part = { amount: cents(Math.abs(difference)), fee: ZERO, isPart: true } as const;
  return difference > 0
    ? [{ type: 'WithdrawalFoundPaid', data: { ...about, ...part } }]
    : [{ type: 'WithdrawalCameBack', data: { ...about, ...part, cause: 'other-amount' } }];
};

const decideOutcome = (
  withdrawal: RequestedWithdrawal,
  agreed: AgreedResolution,
): readonly WithdrawalEvent[] => {
  const { platformId, receiverId } = withdrawal.requested;
  const { matter, proposal, now: at } = agreed;
  const resolved = recordResolution(withdrawal, agreed, { unapplied: ZERO, loss: ZERO });
  const outcome = { platformId, receiverId, at };
  if (proposal.resolution !== 'HAPPENED')
    return [resolved, { type: 'WithdrawalFailed', data: { ...outcome, cause: 'not-paid' } }];
  const paid = payoutOf(withdrawal);
  const paidOut = matter.amount ?? paid;
  const paidOutPart = paidOut === paid ? {} : { paidOut };
  const data = { ...wholePayoutOf(withdrawal), ...paidOutPart, endToEndId: null, at };
  return [
    resolved,
    { type: 'WithdrawalSettled', data },
    ...decideDifference(withdrawal, agreed, { paid, found: paidOut }),
  ];
};

const decideContradiction = (
  withdrawal: RequestedWithdrawal,
  agreed: AgreedResolution,
): readonly WithdrawalEvent[] => {
  const { amount: _, ...payout } = wholePayoutOf(withdrawal);
  const { fee } = payout;
  const { paid } = withdrawal;
  const { matter, proposal, now: at } = agreed;
  const contested = matter.amount ?? ZERO;
  const isSaidPaid = matter.said.status === 'SETTLED';
  const unapplied = negate(matter.unapplied);
  const isTrue = proposal.resolution === 'HAPPENED';
  // The platform bore the loss, so the money came back to the platform.
  const isRecovered = withdrawal.isBorneByPlatform && isTrue;
  const isLost = proposal.resolution === 'BORNE_BY_PLATFORM';
  const loss = isRecovered ? negate(contested) : isLost ? subtract(contested, paid) : ZERO;
  const resolved = recordResolution(withdrawal, agreed, { unapplied, loss });
  if (!isTrue || isRecovered) return [resolved];
  const about = { ...payout, ...ordinalPart(withdrawal), at };
  if (!isSaidPaid) {
    const back = { amount: add(paid, fee), ...destinationPart(withdrawal), cause: 'not-paid' };
    const data = { ...about, ...back };
    return [resolved, { type: 'WithdrawalCameBack', data }];
  }
  if (withdrawal.status === 'SETTLED')
    return [resolved, ...decideDifference(withdrawal, agreed, { paid, found: contested })];
  const data = { ...about, amount: add(contested, fee) };
  return [resolved, { type: 'WithdrawalFoundPaid', data }];
};

/** Adds the merchant account that the command states, if the log has lost the calls that stated it. */
const withAccount = (
  withdrawal: RequestedWithdrawal,
  command: InvestigationCommand,
): RequestedWithdrawal => {
  const stated = command.type === 'ConfirmResolution' ? command.merchantAccount : undefined;
  return { ...withdrawal, merchantAccount: withdrawal.merchantAccount ?? stated };
};

/** Decides a command of staff about an open question. @throws Refused as `decideInvestigation` */
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
        ? decideOutcome(withAccount(withdrawal, command), step.agreed)
        : decideContradiction(withdrawal, step.agreed);
    case undefined:
      return [];
  }
};
