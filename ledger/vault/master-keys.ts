import { KEY_BYTES } from './cipher.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** A key-encryption key (KEK): it wraps the keys of people and is never in the database. */
export interface MasterKey {
  /** Kept beside what it wrapped, so that several can be known at once. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Every one that may be needed to read; the first wraps what is new. */
export type MasterKeys = readonly [current: MasterKey, ...older: readonly MasterKey[]];

/** The KEK does not fit its form or this database; the message is one sentence for whoever set it. */
export class WrongMasterKey extends OperatorError {}

/** What a key without an id is called. */
const UNNAMED = 'kek-1';

const masterKey = (text: string): MasterKey => {
  const [, id = UNNAMED, base64 = ''] =
    /^(?:([\w-]{1,40}):)?([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === KEY_BYTES) return { id, bytes };
  throw new WrongMasterKey(
    'KEK is not usable: it is one key or several, the current first, each as id:base64 of 32 bytes.',
  );
};

/**
 * Reads `id:base64`, or several of them between commas or white space with the current one first. A single key may stand
 * without its id and is then `kek-1`. @throws WrongMasterKey
 */
export const parseMasterKeys = (text: string): MasterKeys => {
  const [first = '', ...others] = text.split(/[\s,]+/).filter((part) => part !== '');
  const keys: MasterKeys = [masterKey(first), ...others.map(masterKey)];
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new WrongMasterKey('KEK is not usable: two of its keys have the same id.');
  }
  return keys;
};
