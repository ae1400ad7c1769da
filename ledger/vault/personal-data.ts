import type { Encrypted, RetentionClass } from '#/domain/privacy/encrypted.ts';
import type { Token, Word } from './search-entries.ts';
import type { SubjectKey } from './subject-keys.ts';
import type { Lookup } from './subjects.ts';

export interface Vault {
  /** Finds or creates the person of an e-mail. Document and phone do not decide, because a family may share them. */
  subjectFor(person: Lookup & { readonly email: string }): Promise<string>;
  /** Lets `find` find a person by another e-mail, which may be someone else's too. */
  alsoFindBy(
    subject: string,
    by: { readonly platformId: string; readonly email: string },
  ): Promise<void>;
  /** Returns all people who match at least one of the fields. */
  find(lookup: Lookup): Promise<readonly string[]>;
  /** Returns search tokens, in the words' order. Without the vault's key, a token does not show its word. */
  tokens(platformId: string, words: readonly Word[]): readonly Token[];
  /** @throws Error when the keys were destroyed */
  encrypt(subject: string, retention: RetentionClass, value: unknown): Promise<Encrypted>;
  /** Returns undefined when the key was destroyed. */
  decrypt<Value>(text: Encrypted): Promise<Value | undefined>;
  /** Like `decrypt`, for several texts. */
  openMany<Value>(texts: readonly Encrypted[]): Promise<readonly (Value | undefined)[]>;
  /**
   * @param context must be given again to decrypt
   * @throws Error when the keys were destroyed
   */
  encryptBytes(by: SubjectKey, bytes: Uint8Array, context: string): Promise<Buffer>;
  /** Undefined = the key was destroyed. @throws Error when bytes or context are not those of the encryption */
  decryptBytes(by: SubjectKey, bytes: Uint8Array, context: string): Promise<Buffer | undefined>;
  /** Destroys keys and their lookups. Other processes may use a cached key for up to `KEY_SECONDS`. */
  destroy(keys: readonly SubjectKey[]): Promise<void>;
  /** Returns which of these keys still exist, for instance because a backup was restored. */
  survivors(keys: readonly SubjectKey[]): Promise<readonly SubjectKey[]>;
}
