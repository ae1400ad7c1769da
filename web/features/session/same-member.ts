import type { Session } from '#/api/contract/session.ts';

type Member = Session & object;

const memberOf = ({ email, role, platformId, sellerId, impersonation }: Member): string =>
  [email, role, platformId, sellerId, impersonation?.by].join(' ');

/** Whether two sessions are of the same user as the same member: what one sees is not to be shown to another. */
export const isSameMember = (a: Member, b: Member): boolean => memberOf(a) === memberOf(b);
