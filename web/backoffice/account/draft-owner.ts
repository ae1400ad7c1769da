import type { Session } from '#/api/contract/session.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';

type Person = Pick<Session & object, 'role' | 'platformId' | 'sellerId' | 'email'>;

/** The fingerprint keeps the e-mail out of the key. */
export const draftOwnerOf = ({ role, platformId, sellerId, email }: Person): string =>
  `${platformId}.${sellerId ?? role}.${fingerprint(email)}`;
