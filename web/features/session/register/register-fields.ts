import { documentType, type DocumentType } from '#/domain/brazil/document.ts';
import { isName } from '#/domain/values/name.ts';
import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { RegisterTexts } from '#/web/i18n/pt-br/people/register.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export type RegisterError = keyof RegisterTexts['errors'];

/** `password` and `again` stay empty for a user who has an account. */
export interface RegisterValues {
  readonly kind: DocumentType;
  readonly name: string;
  readonly document: string;
  readonly password: string;
  readonly again: string;
  readonly accepted: boolean;
}

type RegisterErrors = FormErrors<RegisterValues, RegisterError>;

const passwordErrors = ({ password, again }: RegisterValues): RegisterErrors => ({
  ...(password.length < SHORTEST_PASSWORD && {
    password: password === '' ? ('missing' as const) : ('short' as const),
  }),
  ...(again !== password && {
    again: again === '' ? ('missing' as const) : ('different' as const),
  }),
});

/** Only the server refuses a password that is easy to guess. */
export const registerErrors = (values: RegisterValues, needsPassword: boolean): RegisterErrors => {
  const { kind, name, accepted } = values;
  const document = values.document.trim();
  return {
    ...(!isName(name) && {
      name: name.trim() === '' ? ('missing' as const) : ('unreadable' as const),
    }),
    ...(documentType(document) !== kind && {
      document: document === '' ? ('missing' as const) : kind,
    }),
    ...(needsPassword && passwordErrors(values)),
    ...(!accepted && { accepted: 'notAccepted' as const }),
  };
};
