import type { RandomSource } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import {
  retentionClasses,
  type Encrypted,
  type RetentionClass,
} from '#/domain/privacy/encrypted.ts';
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts';
import type { Vault } from './personal-data.ts';
import { tokenOf } from './search-entries.ts';
import { nameOf, type SubjectKey } from './subject-keys.ts';
import { blindsOf, type Lookup } from './subjects.ts';

const textOf = (blind: Buffer): string => blind.toString('base64');

class People {
  readonly #chance: RandomSource;
  readonly #indexKey: Buffer;
  readonly #byEmail = new Map<string, string>();
  /** By digest and by person: the retention class of the data that was digested. */
  readonly #byOthers = new Map<string, Map<string, RetentionClass>>();
  readonly #keys = new Map<string, Buffer>();

  constructor(chance: RandomSource) {
    this.#chance = chance;
    this.#indexKey = chance.bytes(KEY_BYTES);
  }

  subjectFor(person: Lookup & { readonly email: string }): string {
    const { email = Buffer.alloc(0), others } = blindsOf(this.#indexKey, person);
    const subject = this.#byEmail.get(textOf(email)) ?? this.#createPerson(textOf(email));
    for (const { blind, class: by } of others) this.#addLookup(blind, subject, by);
    return subject;
  }

  alsoFindBy(subject: string, by: Lookup): void {
    const { email } = blindsOf(this.#indexKey, by);
    if (email) this.#addLookup(email, subject, 'contact');
  }

  find(lookup: Lookup): readonly string[] {
    const { email, others } = blindsOf(this.#indexKey, lookup);
    const owner = email && this.#byEmail.get(textOf(email));
    const blinds = [...(email ? [email] : []), ...others.map(({ blind }) => blind)];
    const people = blinds.flatMap((blind) => [
      ...(this.#byOthers.get(textOf(blind))?.keys() ?? []),
    ]);
    return [...new Set([...(owner === undefined ? [] : [owner]), ...people])].toSorted();
  }

  /** Returns undefined when the key was destroyed. */
  key(of: SubjectKey): Buffer | undefined {
    return this.#keys.get(nameOf(of));
  }

  /** @throws Error when the key was destroyed */
  requireKey(of: SubjectKey): Buffer {
    const key = this.key(of);
    if (!key) throw new Error('the keys of this subject were destroyed');
    return key;
  }

  destroy({ subject, class: retention }: SubjectKey): void {
    this.#keys.delete(nameOf({ subject, class: retention }));
    for (const classes of this.#byOthers.values())
      if (classes.get(subject) === retention) classes.delete(subject);
    if (retention !== 'contact') return;
    for (const [email, owner] of this.#byEmail) if (owner === subject) this.#byEmail.delete(email);
  }

  #addLookup(blind: Buffer, subject: string, by: RetentionClass): void {
    const classes = this.#byOthers.get(textOf(blind)) ?? new Map<string, RetentionClass>();
    this.#byOthers.set(textOf(blind), classes.set(subject, by));
  }

  #createPerson(email: string): string {
    const subject = this.#chance.uuid();
    for (const retention of retentionClasses)
      this.#keys.set(nameOf({ subject, class: retention }), this.#chance.bytes(KEY_BYTES));
    this.#byEmail.set(email, subject);
    return subject;
  }
}

/** A vault in memory, with the same ciphers as the vault in Postgres. */
export const createMemoryVault = (chance: RandomSource = thisMachine): Vault => {
  const people = new People(chance);
  const searchKey = chance.bytes(KEY_BYTES);

  const openMany = async <Value>(
    texts: readonly Encrypted[],
  ): Promise<readonly (Value | undefined)[]> =>
    texts.map((text): Value | undefined => {
      const key = people.key(text);
      if (!key) return undefined;
      const plain = decrypt(key, Buffer.from(text.ciphertext, 'base64url'), nameOf(text));
      return JSON.parse(plain.toString('utf8'));
    });

  return {
    subjectFor: async (person) => people.subjectFor(person),
    alsoFindBy: async (subject, by) => people.alsoFindBy(subject, by),
    find: async (lookup) => people.find(lookup),
    tokens: (platformId, words) => words.map((word) => tokenOf(searchKey, platformId, word)),
    encrypt: async (subject, retention, value) => {
      const of = { subject, class: retention };
      const plain = Buffer.from(JSON.stringify(value));
      const bytes = encrypt(people.requireKey(of), plain, nameOf(of), chance);
      return { ...of, ciphertext: bytes.toString('base64url') };
    },
    decrypt: async <Value>(text: Encrypted) => (await openMany<Value>([text]))[0],
    openMany,
    encryptBytes: async (by, bytes, context) =>
      encrypt(people.requireKey(by), Buffer.from(bytes), `${nameOf(by)} ${context}`, chance),
    decryptBytes: async (by, bytes, context) => {
      const key = people.key(by);
      return key && decrypt(key, Buffer.from(bytes), `${nameOf(by)} ${context}`);
    },
    destroy: async (keys) => {
      for (const key of keys) people.destroy(key);
    },
    survivors: async (keys) => keys.filter((key) => people.key(key) !== undefined),
  };
};
