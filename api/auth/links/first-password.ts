import type { Membership } from '#/api/auth/memberships.ts';
import type { NewUser } from '#/api/auth/user.ts';
import type { Services } from '#/api/composition/api-services.ts';

/**
 * Gives a person their first password. They keep only `membership`: the memberships of other, interrupted links are dropped, because the
 * password would make them valid, although these links may be over, or their senders blocked.
 */
export const setFirstPassword = async (
  { sessions }: Pick<Services, 'sessions'>,
  { email, password }: Pick<NewUser, 'email' | 'password'>,
  membership: Membership,
): Promise<void> => {
  await sessions.memberships.dropUnfinished(email, membership);
  await sessions.setPassword({ email, password });
};
