import type { Machine } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { Pool } from 'pg';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { decrypt, derivedKey, encrypt } from '#/ledger/vault/cipher.ts';
import type { MasterKeys } from '#/ledger/vault/master-keys.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { tokenOf } from '#/ledger/vault/search-entries.ts';
import { nameOf, type SubjectKey } from '#/ledger/vault/subject-keys.ts';
import { blindsOf } from '#/ledger/vault/subjects.ts';
import { openKeyRing } from './key-ring.ts';
import { clearEntries, SEARCH_SCHEMA } from './search-entries.ts';
import { createSubjectKeys } from './subject-keys.ts';
import { createSubjects } from './subjects.ts';

export interface PostgresVault extends Vault {
  /** Empties the caches: a failover may have lost keys that are cached, and data encrypted with those could not be read later. */
  forget(): void;
}

/** SQL that overwrites the wrapped keys, and deletes the digests by which the person was found. */
const DESTROY = `WITH gone AS (
    SELECT * FROM unnest($1::uuid[], $2::text[]) AS gone(subject, class)),
  keys AS (
    UPDATE vault.subject_key AS key SET wrapped = NULL, destroyed_at = coalesce(destroyed_at, now())
    FROM gone WHERE key.subject = gone.subject AND key.class = gone.class),
  lookups AS (
    DELETE FROM vault.subject_lookup AS by USING gone
    WHERE by.subject = gone.subject AND by.class = gone.class)
  DELETE FROM vault.subject_index AS by USING gone
  WHERE by.subject = gone.subject AND gone.class = 'contact'`;

const ALSO_FIND = `INSERT INTO vault.subject_lookup (blind, subject, class) VALUES ($1, $2, 'contact') ON CONFLICT DO NOTHING`;

const destroyAll = async (pool: Pool, gone: readonly SubjectKey[]): Promise<void> => {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query('BEGIN');
    await client.query(DESTROY, [
      gone.map(({ subject }) => subject),
      gone.map((each) => each.class),
    ]);
    await clearEntries(client, gone);
    await client.query('COMMIT');
    isDone = true;
  } finally {
    // After a failure, closing the connection rolls the transaction back.
    client.release(!isDone);
  }
};

const createLookups = (pool: Pool, indexKey: Buffer): Pick<Vault, 'alsoFindBy' | 'find'> => ({
  alsoFindBy: async (subject, by) => {
    const { email } = blindsOf(indexKey, by);
    await pool.query(ALSO_FIND, [email, subject]);
  },
  find: async (lookup) => {
    const { email, others } = blindsOf(indexKey, lookup);
    const blinds = [...(email ? [email] : []), ...others.map(({ blind }) => blind)];
    const { rows } = await pool.query<{ subject: string }>(
      `SELECT subject FROM vault.subject_index WHERE blind = ANY($1)
       UNION SELECT subject FROM vault.subject_lookup WHERE blind = ANY($1) ORDER BY subject`,
      [blinds],
    );
    return rows.map(({ subject }) => subject);
  },
});

/**
 * Opens the vault, which keeps the keys of personal data. Events hold that data only as ciphertext. So once a key is destroyed, no
 * copy of the events shows the data.
 * @throws WrongMasterKey
 */
export const createVault = async (options: {
  readonly pool: Pool;
  readonly masterKeys: MasterKeys;
  readonly machine?: Machine;
}): Promise<PostgresVault> => {
  const { pool, masterKeys, machine = thisMachine } = options;
  const ring = await openKeyRing(pool, masterKeys);
  await applySchema(pool, SEARCH_SCHEMA);
  const searchKey = derivedKey(ring.indexKey, 'razao/vault/search');
  const keys = createSubjectKeys(pool, ring, machine);
  const subjects = createSubjects(pool, ring, keys, machine);
  const forget = (): void => [keys, subjects].forEach((each) => each.forget());

  const openMany = async <Value>(
    texts: readonly Encrypted[],
  ): Promise<readonly (Value | undefined)[]> => {
    const keysOfTexts = await keys.many(texts);
    return texts.map((text, index): Value | undefined => {
      const key = keysOfTexts[index];
      if (!key) return undefined;
      const plain = decrypt(key, Buffer.from(text.ciphertext, 'base64url'), nameOf(text));
      return JSON.parse(plain.toString('utf8'));
    });
  };

  return {
    subjectFor: subjects.subjectFor,
    ...createLookups(pool, ring.indexKey),

    tokens: (platformId, words) => words.map((word) => tokenOf(searchKey, platformId, word)),

    encrypt: async (subject, retention, value) => {
      const of = { subject, class: retention };
      const [key] = await keys.many([of]);
      if (!key) throw new Error('the keys of this subject were destroyed');
      const bytes = encrypt(key, Buffer.from(JSON.stringify(value)), nameOf(of));
      return { ...of, ciphertext: bytes.toString('base64url') };
    },

    encryptBytes: async (by, bytes, context) => {
      const [key] = await keys.many([by]);
      if (!key) throw new Error('the keys of this subject were destroyed');
      return encrypt(key, Buffer.from(bytes), `${nameOf(by)} ${context}`);
    },

    decryptBytes: async (by, bytes, context) => {
      const [key] = await keys.many([by]);
      return key && decrypt(key, Buffer.from(bytes), `${nameOf(by)} ${context}`);
    },

    decrypt: async <Value>(text: Encrypted) => (await openMany<Value>([text]))[0],
    openMany,

    destroy: async (gone) => {
      await destroyAll(pool, gone);
      forget();
    },
    forget,

    survivors: async (gone) => {
      const { rows } = await pool.query<SubjectKey>(
        `SELECT subject, class FROM vault.subject_key
         JOIN unnest($1::uuid[], $2::text[]) AS gone(subject, class) USING (subject, class)
         WHERE wrapped IS NOT NULL`,
        [gone.map(({ subject }) => subject), gone.map((each) => each.class)],
      );
      return rows;
    },
  };
};
