import { SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface ReasonValues {
  readonly reason: string;
}

export const reasonErrors = ({
  reason,
}: ReasonValues): FormErrors<ReasonValues, 'reasonShort'> => ({
  reason: reason.trim().length < SHORTEST_REASON ? 'reasonShort' : undefined,
});
