import type { Session } from '#/api/contract/session.ts';

type Member = Session & object;

const memberOf = ({ email, role, platformId, sellerId, impersonation }: Member): string =>
  [email, role, platformId, sellerId, impersonation?.by].join(' ');

/**
 * Whether two sessions have the same user, role, platform and seller, and in an impersonation the same member of staff. Otherwise
 * neither may show the data of the other.
 */
export const isSameMember = (a: Member, b: Member): boolean => memberOf(a) === memberOf(b);
