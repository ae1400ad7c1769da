import { PASSWORD, type NewPerson } from './people.ts';
import type { ApiWorld } from './api-world.ts';

/**
 * Gives the second person's membership to the first person's user, who then signs in with it.
 * @returns the cookie of that session
 */
export const signInAsBoth = async (
  world: ApiWorld,
  { email }: NewPerson,
  { kind, personId }: NewPerson,
): Promise<string> => {
  await world.services.database.query(
    `UPDATE auth.membership SET user_id = (SELECT id FROM auth."user" WHERE email = $1) WHERE kind = $2 AND person_id = $3`,
    [email, kind, personId],
  );
  const credentials = { email, password: PASSWORD };
  const { headers } = await world.post('/api/auth/sign-in/email', credentials);
  const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const chosen = { kind, personId };
  const { status, text } = await world.post('/api/person.chooseMembership', chosen, {
    headers: { cookie },
  });
  if (status !== 200) throw new Error(text);
  return cookie;
};
