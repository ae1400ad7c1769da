import type { useBasis } from '#/web/lib/use-basis.ts';
import type { ReviewedReceiver } from './receiver-queries.ts';

/** The details of a seller that a member of staff has seen. */
export type ReviewedDetails = Pick<ReviewedReceiver, 'details' | 'documentType' | 'revision'>;

export type ReviewedBasis = ReturnType<typeof useBasis<ReviewedDetails>>;
