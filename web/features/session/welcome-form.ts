import type { OutputOf } from '#/api/contract/contract.ts';
import { isName } from '#/domain/values/name.ts';
import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { WelcomeTexts } from '#/web/i18n/pt-br/people/welcome.ts';
import { isEmail } from '#/web/lib/is-email.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export type Invitation = OutputOf<'session.openInvitation'>;

export const welcomeFields = ['name', 'email', 'password', 'again'] as const;

export type WelcomeField = (typeof welcomeFields)[number];
export type WelcomeDraft = Readonly<Record<WelcomeField, string>>;
type WelcomeErrors = FormErrors<WelcomeDraft, WelcomeError>;
export type WelcomeError = keyof WelcomeTexts['errors'];

/** From top to bottom; an e-mail in the invitation cannot be edited. */
export const fieldsToFillIn = ({ kind, email }: Invitation): readonly WelcomeField[] =>
  welcomeFields.filter((field) => {
    if (field === 'name') return kind !== 'recovery';
    return field !== 'email' || email === null;
  });

const errorIn = (field: WelcomeField, draft: WelcomeDraft): WelcomeError | undefined => {
  const text = draft[field];
  if (text.trim() === '') return 'missing';
  if (field === 'name' && !isName(text)) return 'unreadable';
  if (field === 'email' && !isEmail(text)) return 'email';
  if (field === 'password' && text.length < SHORTEST_PASSWORD) return 'short';
  return field === 'again' && text !== draft.password ? 'different' : undefined;
};

/** Only the server refuses a password that is easy to guess. */
export const welcomeErrors = (draft: WelcomeDraft, invitation: Invitation): WelcomeErrors =>
  Object.fromEntries(
    fieldsToFillIn(invitation).flatMap((field) => {
      const error = errorIn(field, draft);
      return error === undefined ? [] : [[field, error] as const];
    }),
  );
