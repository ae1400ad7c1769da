import { SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface PrivacyValues {
  readonly reason: string;
  /** The typed confirmation of an erasure. */
  readonly typed: string;
}

export type PrivacyError = 'reasonShort' | 'confirmWrong';

/** @param confirmWord to be typed in upper or lower case; itself in upper case; undefined: nothing has to be typed */
export const privacyErrors = (
  { reason, typed }: PrivacyValues,
  confirmWord: string | undefined,
): FormErrors<PrivacyValues, PrivacyError> => {
  const isConfirmed = confirmWord === undefined || typed.trim().toUpperCase() === confirmWord;
  return {
    reason: reason.trim().length < SHORTEST_REASON ? 'reasonShort' : undefined,
    typed: isConfirmed ? undefined : 'confirmWrong',
  };
};
