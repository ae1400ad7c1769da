import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** Computes the hash to store for a password, and compares a password with such a hash. */
export interface PasswordHashes {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (given: {
    readonly hash: string;
    readonly password: string;
  }) => Promise<boolean>;
}

/** Slow on purpose, so that a thief of hashes can guess few passwords (RFC 7914). */
export const scryptHashes: PasswordHashes = { hash: hashPassword, verify: verifyPassword };
