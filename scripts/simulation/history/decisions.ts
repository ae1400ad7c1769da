import type { Matter } from '#/domain/investigation/investigation.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import type { InvestigationKind } from '#/projections/investigations.ts';
import type { Movement } from '#/scripts/simulation/banks/bank.ts';
import type { Decision } from './staff.ts';

/** What staff find at an acquirer. */
export interface Evidence {
  /** The movement, if the acquirer has moved the money. */
  readonly movement: Movement | undefined;
  /** The acquirer gave back at least the case's amount, beyond the sale's other refunds. */
  readonly isRefunded: boolean;
  /** The acquirer's id, if it has registered the receiver. */
  readonly receiverId: string | undefined;
}

/** Whether what staff are asked about has happened; undefined = the acquirer's books do not answer the question. */
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
      // If the acquirer reports a payment, the amount that came in is not known, so the question stays open.
      return said.status === 'APPROVED' ? undefined : isThere;
    case 'UNAPPLIED_RECEIPT':
      return isThere || undefined;
    case 'UNCOVERED_REFUND':
      // Staff decide whether it shall happen.
      return undefined;
    case 'CONTRADICTED_OUTCOME':
    case 'CONTRADICTED_RESOLUTION':
      if (kind === 'WITHDRAWAL') return said.status === 'SETTLED' ? isThere : !isThere;
      // In the other cases staff must look for the money itself, so the question stays open.
      return cause === 'CONTRADICTED_RESOLUTION' && said.status !== 'FAILED' ? isThere : undefined;
  }
};

/** The preferred answer first. */
const ANSWERS: Readonly<Record<'true' | 'false', readonly Resolution[]>> = {
  true: ['HAPPENED', 'BORNE_BY_PLATFORM'],
  false: ['DID_NOT_HAPPEN'],
};

/** @param answers what staff may say; undefined = the question stays open */
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
