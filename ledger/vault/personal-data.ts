import type { Encrypted, RetentionClass } from '#/domain/privacy/encrypted.ts';
import type { Token, Word } from './search-entries.ts';
import type { SubjectKey } from './subject-keys.ts';
import type { Lookup } from './subjects.ts';

/** The people whose data is kept, and the keys of that data; `postgres/vault.ts` and `memory-vault.ts` implement it. */
export interface Vault {
  /**
   * Returns the person's id, the same for the same e-mail on a platform until the person's contact data is erased. `find` also uses
   * document and phone, but they do not identify one person: families share them.
   */
  subjectFor(person: Lookup & { readonly email: string }): Promise<string>;
  /** Lets `find` find a person by another e-mail as well, which may be someone else's too. */
  alsoFindBy(
    subject: string,
    by: { readonly platformId: string; readonly email: string },
  ): Promise<void>;
  /** Returns all people who match at least one of the fields. */
  find(lookup: Lookup): Promise<readonly string[]>;
  /** Returns the tokens of words in a platform's search index, in the words' order. Without our key, a token does not show its word. */
  tokens(platformId: string, words: readonly Word[]): readonly Token[];
  /** @throws Error when the keys were destroyed */
  encrypt(subject: string, retention: RetentionClass, value: unknown): Promise<Encrypted>;
  /** Returns undefined when the key was destroyed. */
  decrypt<Value>(text: Encrypted): Promise<Value | undefined>;
  openMany<Value>(texts: readonly Encrypted[]): Promise<readonly (Value | undefined)[]>;
  /**
   * Encrypts a person's file with the same key as their texts.
   * @param context is authenticated: bytes copied to a place with another context cannot be read
   * @throws Error when the keys were destroyed
   */
  encryptBytes(by: SubjectKey, bytes: Uint8Array, context: string): Promise<Buffer>;
  /** Returns undefined when the key was destroyed. @throws Error when bytes or context are not those of the encryption */
  decryptBytes(by: SubjectKey, bytes: Uint8Array, context: string): Promise<Buffer | undefined>;
  /** Destroys keys, with the lookups that belong to them. Other processes may use a key that they cached for up to `KEY_SECONDS`. */
  destroy(keys: readonly SubjectKey[]): Promise<void>;
  /** Returns which of these keys are not destroyed. An erased key is there again after its backup was restored. */
  survivors(keys: readonly SubjectKey[]): Promise<readonly SubjectKey[]>;
}
