import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import type { Pool } from 'pg';
import type { Sealed } from '#/domain/sealed.ts';
import { applySchema } from '#/ledger/apply-schema.ts';

/** What finds a person again: the e-mail, in lower case. Only its keyed digest is kept. */
export type SubjectLookup = string;

export interface Vault {
  /** The person's id, the same for the same e-mail until it is erased. */
  subjectFor(lookup: SubjectLookup): Promise<string>;
  seal(subject: string, retention: Sealed['class'], value: unknown): Promise<Sealed>;
  /** Undefined when the key was destroyed. */
  open<Value>(text: Sealed): Promise<Value | undefined>;
  openMany<Value>(texts: readonly Sealed[]): Promise<readonly (Value | undefined)[]>;
}

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS vault;
  CREATE TABLE IF NOT EXISTS vault.subject_key (
    subject uuid, class text, wrapped bytea, kek_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), destroyed_at timestamptz,
    PRIMARY KEY (subject, class));
  CREATE TABLE IF NOT EXISTS vault.subject_index (blind bytea PRIMARY KEY, subject uuid NOT NULL);
`;

const CLASSES: readonly Sealed['class'][] = ['fiscal', 'contact'];

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEPT = 20_000;

/** AES-256-GCM as iv ‖ ciphertext ‖ tag; `context` is authenticated, so text cannot be moved to another place. */
const encrypt = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: Buffer, bytes: Buffer, context: string): Buffer => {
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
};

/** A key for one purpose out of the master key (HKDF, RFC 5869). */
const derivedKey = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, KEY_BYTES));

/** A key for one person and class, and as it is kept. */
const newKey = (wrappingKey: Buffer, name: string) => {
  const key = randomBytes(KEY_BYTES);
  return { name, key, wrapped: encrypt(wrappingKey, key, name) };
};

/** Remembers the last answers, and asks once for what is asked twice at the same time. */
const remembered = <Value>(ask: (key: string) => Promise<Value>) => {
  const kept = new Map<string, Promise<Value>>();
  const keep = (key: string, value: Promise<Value>): void => {
    kept.set(key, value);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? key);
  };
  return {
    keep,
    get: (key: string): Promise<Value> => {
      const known = kept.get(key);
      if (known) return known;
      const asked = ask(key);
      asked.catch(() => kept.delete(key));
      keep(key, asked);
      return asked;
    },
  };
};

/** The keys of people by `<subject>/<class>`, made when first asked for; undefined is one that was destroyed. */
const createKeys = (pool: Pool, wrappingKey: Buffer, masterKeyId: string) => {
  const existingKey = async (subject?: string, retention?: string) => {
    const { rows } = await pool.query<{ wrapped: Buffer | null }>(
      'SELECT wrapped FROM vault.subject_key WHERE subject = $1 AND class = $2',
      [subject, retention],
    );
    return rows[0]?.wrapped;
  };

  return remembered(async (name): Promise<Buffer | undefined> => {
    const [subject, retention] = name.split('/');
    const { wrapped: fresh } = newKey(wrappingKey, name);
    const { rows } = await pool.query<{ wrapped: Buffer | null }>(
      `WITH made AS (
         INSERT INTO vault.subject_key (subject, class, wrapped, kek_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (subject, class) DO NOTHING RETURNING wrapped)
       SELECT wrapped FROM made
       UNION ALL SELECT wrapped FROM vault.subject_key WHERE subject = $1 AND class = $2`,
      [subject, retention, fresh, masterKeyId],
    );
    // Made by someone else in this very moment: not yet visible to this statement.
    const wrapped = rows.length > 0 ? rows[0]?.wrapped : await existingKey(subject, retention);
    return wrapped ? decrypt(wrappingKey, wrapped, name) : undefined;
  });
};

/**
 * Keys of personal data: one per person and retention class, wrapped by a key that is not in the database. Events hold
 * only what `seal` gives, so destroying a key erases the person everywhere at once, and no hash over events changes.
 */
export const createVault = async (options: {
  readonly pool: Pool;
  /** 32 bytes, from the environment or a file outside the database. */
  readonly masterKey: Buffer;
  readonly masterKeyId: string;
}): Promise<Vault> => {
  const { pool, masterKey, masterKeyId } = options;
  if (masterKey.length !== KEY_BYTES) throw new RangeError('the master key has 32 bytes');
  await applySchema(pool, SCHEMA);
  const wrappingKey = derivedKey(masterKey, 'razao/vault/wrapping');
  const indexKey = derivedKey(masterKey, 'razao/vault/index');

  const keys = createKeys(pool, wrappingKey, masterKeyId);
  /** Someone new gets an id and the keys of every class in one statement: all buyers pass here on their way to pay. */
  const subjects = remembered(async (lookup): Promise<string> => {
    const blind = createHmac('sha256', indexKey).update(lookup.trim().toLowerCase()).digest();
    const invented = randomUUID();
    const fresh = CLASSES.map((retention) => newKey(wrappingKey, `${invented}/${retention}`));
    const { rows } = await pool.query<{ subject: string }>(
      `WITH known AS (
         INSERT INTO vault.subject_index (blind, subject) VALUES ($1, $2)
         ON CONFLICT (blind) DO UPDATE SET blind = excluded.blind RETURNING subject),
       made AS (
         INSERT INTO vault.subject_key (subject, class, wrapped, kek_id)
         SELECT subject, class, wrapped, $5
         FROM known, unnest($3::text[], $4::bytea[]) AS fresh(class, wrapped) WHERE subject = $2)
       SELECT subject FROM known`,
      [blind, invented, CLASSES, fresh.map(({ wrapped }) => wrapped), masterKeyId],
    );
    const subject = rows[0]?.subject;
    if (!subject) throw new Error('the vault gave no subject');
    if (subject === invented) {
      for (const { name, key } of fresh) keys.keep(name, Promise.resolve(key));
    }
    return subject;
  });

  const open = async <Value>(text: Sealed): Promise<Value | undefined> => {
    const name = `${text.subject}/${text.class}`;
    const key = await keys.get(name);
    if (!key) return undefined;
    const plain = decrypt(key, Buffer.from(text.ciphertext, 'base64url'), name);
    return JSON.parse(plain.toString('utf8'));
  };

  return {
    subjectFor: subjects.get,

    seal: async (subject, retention, value) => {
      const name = `${subject}/${retention}`;
      const key = await keys.get(name);
      if (!key) throw new Error('the keys of this subject were destroyed');
      const bytes = encrypt(key, Buffer.from(JSON.stringify(value)), name);
      return { subject, class: retention, ciphertext: bytes.toString('base64url') };
    },

    open,
    openMany: <Value>(texts: readonly Sealed[]) =>
      Promise.all(texts.map((text) => open<Value>(text))),
  };
};
