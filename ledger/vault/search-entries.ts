import { createHmac } from 'node:crypto';

/** A text that can be searched for; the same text of another kind has another token. */
export interface Word {
  readonly kind: 'word' | 'email' | 'number' | 'document' | 'seller' | 'day' | 'search' | 'record';
  readonly text: string;
}

/** 64 bits as a Postgres bigint, in decimal digits. */
export type Token = string;

/** One record's tokens, by the class whose erasure removes them; `open` ones stay. */
export interface SearchEntry {
  readonly record: string;
  readonly subject: string;
  readonly open: readonly Token[];
  readonly fiscal: readonly Token[];
  readonly contact: readonly Token[];
}

/** Returns the keyed token of a word at a platform. */
export const tokenOf = (key: Buffer, platformId: string, { kind, text }: Word): Token =>
  createHmac('sha256', key)
    .update(JSON.stringify([kind, platformId, text]))
    .digest()
    .readBigInt64BE()
    .toString();
