import type { Matter } from '#/domain/investigation/investigation.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import type { InvestigationKind } from '#/projections/investigations.ts';
import type { Movement } from '#/scripts/simulation/banks/bank.ts';
import type { Decision } from './staff.ts';

/** What staff find at an acquirer about the charge, refund, payout or registration of a case. */
export interface Evidence {
  /** The charge or payout, if the acquirer has moved its money. */
  readonly movement: Movement | undefined;
  /** Of a refund: whether the acquirer has given back at least this amount beyond the other refunds of the sale. */
  readonly isRefunded: boolean;
  /** Of a registration: the acquirer's id of the receiver, if it has registered one. */
  readonly receiverId: string | undefined;
}

/** Whether what a question is about has happened, by the acquirer's own books; undefined = they do not answer the question. */
const hasHappened = (
  kind: InvestigationKind,
  { cause, said }: Matter,
  { movement, isRefunded, receiverId }: Evidence,
): boolean | undefined => {
  if (kind === 'REGISTRATION') return receiverId !== undefined;
  const isThere = kind === 'REFUND' ? isRefunded : movement !== undefined;
  switch (cause) {
    case 'UNKNOWN_OUTCOME':
      return isThere;
    case 'UNFIT_ANSWER':
      // How much came in by such an answer is not known.
      return said.status === 'APPROVED' ? undefined : isThere;
    case 'UNAPPLIED_RECEIPT':
      return isThere || undefined;
    case 'UNCOVERED_REFUND':
      // Nothing has happened yet: staff decide whether it shall.
      return undefined;
    case 'CONTRADICTED_OUTCOME':
    case 'CONTRADICTED_RESOLUTION':
      if (kind === 'WITHDRAWAL') return said.status === 'SETTLED' ? isThere : !isThere;
      // If the acquirer says that a sale was not paid, or a refund not made, after all, the question stays open: staff must look for the
      // money itself.
      return cause === 'CONTRADICTED_RESOLUTION' && said.status !== 'FAILED' ? isThere : undefined;
  }
};

/** The answers for what happened and for what did not, the preferred one first. */
const ANSWERS: Readonly<Record<'true' | 'false', readonly Resolution[]>> = {
  true: ['HAPPENED', 'BORNE_BY_PLATFORM'],
  false: ['DID_NOT_HAPPEN'],
};

/** Decides an open question by the acquirer's own books. @param answers what staff may say; undefined = the question stays open */
export const decideRightly = (
  kind: InvestigationKind,
  matter: Matter,
  answers: readonly Resolution[],
  evidence: Evidence,
): Decision | undefined => {
  const happened = hasHappened(kind, matter, evidence);
  if (happened === undefined) return undefined;
  const resolution = ANSWERS[`${happened}`].find((each) => answers.includes(each));
  if (resolution === undefined) return undefined;
  const { movement, receiverId } = evidence;
  const isStated = matter.cause === 'UNKNOWN_OUTCOME' || matter.cause === 'UNFIT_ANSWER';
  const isPaid = happened && kind === 'PAYMENT' && movement !== undefined;
  return {
    matter: matter.key,
    resolution,
    amount: isPaid && isStated && matter.amount === null ? movement.amount : null,
    reference: isPaid ? movement.transactionId : (receiverId ?? null),
  };
};
