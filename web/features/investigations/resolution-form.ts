import { SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import type { Matter } from './investigation-queries.ts';

export type Resolution = Matter['answers'][number];

export interface ResolutionValues {
  readonly resolution: Resolution | null;
  /** The paid amount in cents; null = the requested amount. */
  readonly paid: number | null;
  readonly evidence: string;
  /** Empty = none. */
  readonly reference: string;
}

type Code = 'chooseResolution' | 'evidenceShort' | 'referenceWrong';

/** As `evidenceReference` in the domain, and the empty text for none. A copy, because that file needs a library (zod) that pages do not load. */
const REFERENCE = /^[\w.:/-]{0,80}$/;

export const resolutionErrors = ({
  resolution,
  evidence,
  reference,
}: ResolutionValues): FormErrors<ResolutionValues, Code> => ({
  resolution: resolution === null ? 'chooseResolution' : undefined,
  evidence: evidence.trim().length < SHORTEST_REASON ? 'evidenceShort' : undefined,
  reference: REFERENCE.test(reference.trim()) ? undefined : 'referenceWrong',
});
