import type { Session } from '#/api/contract/session.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';

type Person = Pick<Session & object, 'role' | 'platformId' | 'sellerId' | 'email'>;

/** The part of a draft's storage key that tells users apart, with a fingerprint instead of the e-mail. */
export const draftOwnerOf = ({ role, platformId, sellerId, email }: Person): string =>
  `${platformId}.${sellerId ?? role}.${fingerprint(email)}`;
