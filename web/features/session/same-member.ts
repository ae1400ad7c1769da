import type { Session } from '#/api/contract/session.ts';

type Member = Session & object;

const memberOf = ({ email, role, platformId, sellerId, impersonation }: Member): string =>
  [email, role, platformId, sellerId, impersonation?.by].join(' ');

/** Same user, role, platform, seller and impersonating staff: otherwise they may not see each other's data. */
export const isSameMember = (a: Member, b: Member): boolean => memberOf(a) === memberOf(b);
