import type { useBasis } from '#/web/lib/use-basis.ts';
import type { ReviewedReceiver } from './receiver-queries.ts';

/** A seller's details as staff have seen them. */
export type ReviewedDetails = Pick<ReviewedReceiver, 'details' | 'documentType' | 'revision'>;

export type ReviewedBasis = ReturnType<typeof useBasis<ReviewedDetails>>;
