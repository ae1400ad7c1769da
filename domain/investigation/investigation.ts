import { Refused } from '#/domain/errors/refused.ts';
import { sum, type Cents, type Currency } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import {
  isForOnePerson,
  type InvestigationCause,
  type Proposal,
  type Resolution,
} from './events.ts';

/** What the acquirer says; null = not stated. */
export interface AcquirerStatement {
  readonly status: string | null;
  readonly amount: Cents | null;
  readonly currency: string | null;
  readonly transactionId: string | null;
  /** A code of `known-causes.ts`. */
  readonly cause: string | null;
}

/** One question that only staff can answer. */
export interface Matter {
  /** Unique within its aggregate. */
  readonly key: string;
  readonly cause: InvestigationCause;
  readonly since: Timestamp;
  /** The amount in question; null = none is known. */
  readonly amount: Cents | null;
  /** The part that is posted as unapplied; negative when money is missing. */
  readonly unapplied: Cents;
  readonly said: AcquirerStatement;
}

export interface Investigation {
  readonly matters: readonly Matter[];
  /** One member of staff's answer, which another must confirm. Dropped when its matter changes: both must have seen the same. */
  readonly proposal: Proposal | null;
  /** The last proposal that was confirmed or rejected. Confirming or rejecting it again in the same way changes nothing. */
  readonly concluded: { readonly proposalId: string; readonly isConfirmed: boolean } | null;
  /** What staff decided about an unknown outcome; null = nothing. */
  readonly outcome: Resolution | null;
}

export const NOT_INVESTIGATED: Investigation = {
  matters: [],
  proposal: null,
  concluded: null,
  outcome: null,
};

export const NOTHING_STATED: AcquirerStatement = {
  status: null,
  amount: null,
  currency: null,
  transactionId: null,
  cause: null,
};

/** Whether the question is how a charge, refund, payout or registration ended. */
export const isOfOutcome = ({ cause }: { readonly cause: InvestigationCause }): boolean =>
  cause === 'UNKNOWN_OUTCOME' || cause === 'UNFIT_ANSWER';

const without = (investigation: Investigation, key: string): Investigation => {
  const { matters, proposal } = investigation;
  return {
    ...investigation,
    matters: matters.filter((matter) => matter.key !== key),
    proposal: proposal?.matter === key ? null : proposal,
  };
};

/** Adds an open question, or replaces the one with the same key, which keeps its `since`. */
export const openMatter = (investigation: Investigation, matter: Matter): Investigation => {
  const earlier = investigation.matters.find(({ key }) => key === matter.key);
  const rest = without(investigation, matter.key);
  return {
    ...rest,
    matters: [...rest.matters, { ...matter, since: earlier?.since ?? matter.since }],
  };
};

export const removeSettled = (
  investigation: Investigation,
  isSettled: (matter: Matter) => boolean,
): Investigation =>
  investigation.matters
    .filter(isSettled)
    .reduce((rest, { key }) => without(rest, key), investigation);

export const applyProposal = (
  investigation: Investigation,
  { currency: _, ...proposal }: ProposedResolution,
): Investigation => ({ ...investigation, proposal });

export const applyRejection = (
  investigation: Investigation,
  { proposalId }: Pick<Proposal, 'proposalId'>,
): Investigation => ({
  ...investigation,
  proposal: null,
  concluded: { proposalId, isConfirmed: false },
});

export const applyResolution = (
  investigation: Investigation,
  resolved: Pick<Proposal, 'proposalId' | 'matter' | 'resolution'> & {
    readonly cause: InvestigationCause;
  },
): Investigation => ({
  ...without(investigation, resolved.matter),
  concluded: { proposalId: resolved.proposalId, isConfirmed: true },
  outcome: isOfOutcome(resolved) ? resolved.resolution : investigation.outcome,
});

/** Since when the oldest matter waits; null = none. */
export const waitsSince = ({ matters }: Investigation): Timestamp | null =>
  matters.map(({ since }) => since).toSorted()[0] ?? null;

/**
 * Returns the sum of the amounts in question.
 * @param whole added for each question without a known amount
 */
export const inQuestion = ({ matters }: Investigation, whole: Cents): Cents =>
  sum(matters.map(({ amount }) => amount ?? whole));

/** `by` is the member of staff, as actor. */
export type InvestigationCommand =
  | {
      readonly type: 'ProposeResolution';
      readonly proposalId: string;
      readonly matter: string;
      readonly resolution: Resolution;
      readonly amount: Cents | null;
      readonly evidence: string;
      readonly reference: string | null;
      readonly by: string;
      /** The revision of the member's record at the proposal. */
      readonly staffRevision: number;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'ConfirmResolution';
      readonly proposalId: string;
      readonly by: string;
      /** The merchant account that is connected now: used if the log has lost the payout's calls. */
      readonly merchantAccount?: string | undefined;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'RejectResolution';
      readonly proposalId: string;
      readonly reason: string;
      readonly by: string;
      readonly now: Timestamp;
    };

interface ProposedResolution extends Proposal {
  readonly currency: Currency;
}

type ProposeResolution = Extract<InvestigationCommand, { type: 'ProposeResolution' }>;

export interface AgreedResolution {
  readonly currency: Currency;
  readonly matter: Matter;
  readonly proposal: Proposal;
  /** Undefined if the proposer decided it alone (`isForOnePerson`). */
  readonly confirmedBy: string | undefined;
  readonly now: Timestamp;
}

export type Step =
  | { readonly kind: 'proposed'; readonly data: ProposedResolution }
  | {
      readonly kind: 'rejected';
      readonly data: {
        readonly proposalId: string;
        readonly rejectedBy: string;
        readonly reason: string;
        readonly at: Timestamp;
      };
    }
  | { readonly kind: 'agreed'; readonly agreed: AgreedResolution };

/** @throws Refused `investigation/not-open` */
const requireMatter = ({ matters }: Investigation, matterKey: string): Matter => {
  const matter = matters.find(({ key }) => key === matterKey);
  if (!matter) throw new Refused('investigation/not-open');
  return matter;
};

const propose = (
  investigation: Investigation,
  { type: _, by: proposedBy, now: at, ...proposing }: ProposeResolution,
  currency: Currency,
  answersTo: (matter: Matter) => readonly Resolution[],
): Step | undefined => {
  const { proposal, concluded } = investigation;
  const { proposalId } = proposing;
  if (proposalId === proposal?.proposalId || proposalId === concluded?.proposalId) return undefined;
  const matter = requireMatter(investigation, proposing.matter);
  if (proposal) throw new Refused('investigation/already-proposed');
  if (!answersTo(matter).includes(proposing.resolution)) {
    throw new Refused('investigation/not-an-answer');
  }
  // Staff state the amount if the outcome is unknown and no amount is on record.
  const isStated = isOfOutcome(matter) && matter.amount === null;
  const amount = isStated ? proposing.amount : matter.amount;
  if (!isStated && proposing.amount !== null && proposing.amount !== matter.amount) {
    throw new Refused('investigation/changed');
  }
  const proposed = { ...proposing, amount, proposedBy, at };
  if (!isForOnePerson(matter, proposing.resolution))
    return { kind: 'proposed', data: { ...proposed, currency } };
  const agreed = { currency, matter, proposal: proposed, confirmedBy: undefined, now: at };
  return { kind: 'agreed', agreed };
};

/**
 * Decides a command by which staff propose, confirm or reject an answer to an open question. Undefined = it was carried out before.
 * @param currency of the aggregate's amounts
 * @throws Refused `investigation/not-open`, `investigation/already-proposed`, `investigation/not-an-answer`, `investigation/changed`,
 * `investigation/same-person`
 */
export const decideInvestigation = (
  investigation: Investigation,
  command: InvestigationCommand,
  currency: Currency,
  answersTo: (matter: Matter) => readonly Resolution[],
): Step | undefined => {
  if (command.type === 'ProposeResolution') {
    return propose(investigation, command, currency, answersTo);
  }
  const { proposalId, by, now } = command;
  const { proposal, concluded } = investigation;
  const isSame = concluded?.isConfirmed === (command.type === 'ConfirmResolution');
  if (proposalId === concluded?.proposalId && isSame) return undefined;
  if (proposal?.proposalId !== proposalId) throw new Refused('investigation/changed');
  if (command.type === 'RejectResolution') {
    const { reason } = command;
    return { kind: 'rejected', data: { proposalId, rejectedBy: by, reason, at: now } };
  }
  if (by === proposal.proposedBy) throw new Refused('investigation/same-person');
  const matter = requireMatter(investigation, proposal.matter);
  if (!answersTo(matter).includes(proposal.resolution)) throw new Refused('investigation/changed');
  return { kind: 'agreed', agreed: { currency, matter, proposal, confirmedBy: by, now } };
};

export const resolutionDataOf = ({
  currency,
  matter,
  proposal,
  confirmedBy,
  now,
}: AgreedResolution) => {
  const { at: _, staffRevision: __, ...proposed } = proposal;
  const by = confirmedBy === undefined ? {} : { confirmedBy };
  return { ...proposed, currency, cause: matter.cause, ...by, at: now };
};

export const isInvestigation = (command: {
  readonly type: string;
}): command is InvestigationCommand =>
  command.type === 'ProposeResolution' ||
  command.type === 'ConfirmResolution' ||
  command.type === 'RejectResolution';
