import type { OutputOf } from '#/api/contract/contract.ts';
import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { WelcomeTexts } from '#/web/i18n/pt-br/welcome.ts';

export type Invitation = OutputOf<'session.openInvitation'>;

export const welcomeFields = ['platformName', 'name', 'email', 'password', 'again'] as const;

export type WelcomeField = (typeof welcomeFields)[number];
export type WelcomeDraft = Readonly<Record<WelcomeField, string>>;
type Mistake = keyof WelcomeTexts['mistakes'];

/** What the page asks, from top to bottom; an address that the invitation names is shown and not asked. */
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

/** What the browser can tell; whether a password is easily guessed the server says. */
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
