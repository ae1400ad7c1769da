import type { Session } from '#/api/contract/session.ts';

type Member = Session & object;

const memberOf = ({ email, role, platformId, sellerId, impersonation }: Member): string =>
  [email, role, platformId, sellerId, impersonation?.by].join(' ');

/** Whether user, role, platform, seller and impersonating staff are the same: other members may not see each other's data. */
export const isSameMember = (a: Member, b: Member): boolean => memberOf(a) === memberOf(b);
