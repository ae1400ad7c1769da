import { documentType, type DocumentType } from '#/domain/brazil/document.ts';
import { isName } from '#/domain/name.ts';
import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { RegisterTexts } from '#/web/i18n/pt-br/people/register.ts';

/** The fields from top to bottom. */
export const registerFields = ['name', 'document', 'password', 'again', 'accepted'] as const;

export type RegisterField = (typeof registerFields)[number];
type RegisterError = keyof RegisterTexts['errors'];
export type RegisterErrors = Readonly<Partial<Record<RegisterField, RegisterError>>>;

/** The typed values; no password if the user already has an account. */
export interface RegisterDraft {
  readonly kind: DocumentType;
  readonly name: string;
  readonly document: string;
  readonly password: string | undefined;
  readonly again: string | undefined;
  readonly accepted: boolean;
}

const passwordErrors = ({ password, again }: RegisterDraft): RegisterErrors => {
  if (password === undefined) return {};
  return {
    ...(password.length < SHORTEST_PASSWORD && {
      password: password === '' ? ('missing' as const) : ('short' as const),
    }),
    ...(again !== password && {
      again: again === '' ? ('missing' as const) : ('different' as const),
    }),
  };
};

/** Returns the errors that the browser can find; only the server knows whether a password is easy to guess. */
export const registerErrors = (draft: RegisterDraft): RegisterErrors => {
  const { kind, name, document, accepted } = draft;
  return {
    ...(!isName(name) && {
      name: name.trim() === '' ? ('missing' as const) : ('unreadable' as const),
    }),
    ...(documentType(document) !== kind && {
      document: document === '' ? ('missing' as const) : kind,
    }),
    ...passwordErrors(draft),
    ...(!accepted && { accepted: 'notAccepted' as const }),
  };
};
