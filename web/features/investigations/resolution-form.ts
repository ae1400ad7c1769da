import { REFERENCE } from '#/domain/values/reference-text.ts';
import { SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import type { CaseName, Matter } from './investigation-queries.ts';

export type Resolution = Matter['answers'][number];

export interface ResolutionValues {
  readonly resolution: Resolution | null;
  /** In cents; null: the requested amount. */
  readonly paid: number | null;
  readonly evidence: string;
  /** Empty: no reference. */
  readonly reference: string;
}

type Code = 'chooseResolution' | 'evidenceShort' | 'referenceWrong' | 'receiverMissing';

const referenceError = (
  { resolution, reference }: ResolutionValues,
  kind: CaseName['kind'],
): Code | undefined => {
  const text = reference.trim();
  if (text !== '' && !REFERENCE.test(text)) return 'referenceWrong';
  const isReceiver = kind === 'REGISTRATION' && resolution === 'HAPPENED';
  return isReceiver && text === '' ? 'receiverMissing' : undefined;
};

/** A registration that happened needs the receiver's id at the acquirer. */
export const resolutionErrors =
  (kind: CaseName['kind']) =>
  (values: ResolutionValues): FormErrors<ResolutionValues, Code> => ({
    resolution: values.resolution === null ? 'chooseResolution' : undefined,
    evidence: values.evidence.trim().length < SHORTEST_REASON ? 'evidenceShort' : undefined,
    reference: referenceError(values, kind),
  });
