import type { Session } from '#/api/contract/session.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';

type Person = Pick<Session & object, 'role' | 'platformId' | 'sellerId' | 'email'>;

/** A part of the draft's storage key, with a fingerprint instead of the e-mail. */
export const draftOwnerOf = ({ role, platformId, sellerId, email }: Person): string =>
  `${platformId}.${sellerId ?? role}.${fingerprint(email)}`;
