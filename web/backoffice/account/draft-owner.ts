import type { Session } from '#/api/contract/session.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';

type Person = Pick<Session & object, 'role' | 'platformId' | 'sellerId' | 'email'>;

/** Returns the owner of a user's drafts: one person in one membership, without the e-mail itself. */
export const draftOwnerOf = ({ role, platformId, sellerId, email }: Person): string =>
  `${platformId}.${sellerId ?? role}.${fingerprint(email)}`;
