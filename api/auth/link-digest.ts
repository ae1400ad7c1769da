import { createHash } from 'node:crypto';

/** Digest of the token; only this is stored. Tokens have 256 random bits, so a fast hash suffices. */
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
