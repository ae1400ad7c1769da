import { KEY_BYTES } from './cipher.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** A key-encryption key (KEK): it wraps other keys, and is not in the database. */
export interface MasterKey {
  /** Stored with every key it wrapped, so that several master keys can be in use. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** All master keys that may be needed for reading; the first one wraps new keys. */
export type MasterKeys = readonly [current: MasterKey, ...older: readonly MasterKey[]];

/** The KEK has a wrong format or does not belong to this database. */
export class WrongMasterKey extends OperatorError {}

/** The id of a key that is given without one. */
const UNNAMED = 'kek-1';

const parseMasterKey = (text: string): MasterKey => {
  const [, id = UNNAMED, base64 = ''] =
    /^(?:([\w-]{1,40}):)?([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === KEY_BYTES) return { id, bytes };
  throw new WrongMasterKey(
    'KEK is not usable: it is one key or several, the current first, each as base64 of 32 bytes, with an id before it (id:base64) if there are several.',
  );
};

/** Parses `id:base64`, separated by commas or white space, the current one first. @throws WrongMasterKey */
export const parseMasterKeys = (text: string): MasterKeys => {
  const [first = '', ...others] = text.split(/[\s,]+/).filter((part) => part !== '');
  const keys: MasterKeys = [parseMasterKey(first), ...others.map(parseMasterKey)];
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new WrongMasterKey('KEK is not usable: two of its keys have the same id.');
  }
  return keys;
};
