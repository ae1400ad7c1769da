import type { OutputOf } from '#/api/contract/contract.ts';
import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { WelcomeTexts } from '#/web/i18n/pt-br/welcome.ts';

export type Invitation = OutputOf<'session.openInvitation'>;

export const welcomeFields = ['platformName', 'name', 'email', 'password', 'again'] as const;

export type WelcomeField = (typeof welcomeFields)[number];
export type WelcomeDraft = Readonly<Record<WelcomeField, string>>;
type Mistake = keyof WelcomeTexts['mistakes'];

/** Returns the fields to fill in, from top to bottom; an e-mail given by the invitation is shown but not asked. */
export const askedOf = ({ kind, email }: Invitation): readonly WelcomeField[] =>
  welcomeFields.filter((field) => {
    if (field === 'platformName') return kind === 'first';
    if (field === 'name') return kind !== 'recovery';
    return field !== 'email' || email === null;
  });

const mistakeIn = (field: WelcomeField, draft: WelcomeDraft): Mistake | undefined => {
  const text = draft[field];
  if (text.trim() === '') return 'missing';
  if (field === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())) return 'email';
  if (field === 'password' && text.length < SHORTEST_PASSWORD) return 'short';
  return field === 'again' && text !== draft.password ? 'different' : undefined;
};

/** Returns the mistakes that the browser can find; only the server knows whether a password is easy to guess. */
export const mistakesIn = (
  draft: WelcomeDraft,
  invitation: Invitation,
): ReadonlyMap<WelcomeField, Mistake> =>
  new Map(
    askedOf(invitation).flatMap((field) => {
      const mistake = mistakeIn(field, draft);
      return mistake === undefined ? [] : [[field, mistake] as const];
    }),
  );
