import type { Membership } from '#/api/auth/memberships.ts';
import type { NewUser } from '#/api/auth/user.ts';
import type { Services } from '#/api/composition/api-services.ts';

/**
 * Gives a person the first password, with which they have this one membership. Those of other, interrupted links are dropped: the password
 * would make them valid, though these links may be over, or their senders blocked.
 */
export const setFirstPassword = async (
  { sessions }: Pick<Services, 'sessions'>,
  { email, password }: Pick<NewUser, 'email' | 'password'>,
  membership: Membership,
): Promise<void> => {
  await sessions.memberships.dropUnfinished(email, membership);
  await sessions.setPassword({ email, password });
};
