import { createHash } from 'node:crypto';
import type { PasswordHashes } from '#/api/auth/passwords/password-hashes.ts';

const digestOf = (password: string): string =>
  `quick:${createHash('sha256').update(password).digest('hex')}`;

/** Hashes that take no time, for tests that are not about passwords: each of scrypt's takes a tenth of a second. */
export const quickHashes: PasswordHashes = {
  hash: async (password) => digestOf(password),
  verify: async ({ hash, password }) => hash === digestOf(password),
};
