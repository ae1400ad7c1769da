import { thisMachine } from '#/ledger/machine.ts';
import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { decrypt, derivedKey, encrypt, KEY_BYTES } from '#/ledger/vault/cipher.ts';
import { credentialContext } from '#/ledger/vault/credentials.ts';
import { WrongMasterKey, type MasterKey, type MasterKeys } from '#/ledger/vault/master-keys.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS vault;
  CREATE TABLE IF NOT EXISTS vault.master_key (id text PRIMARY KEY, check_value bytea NOT NULL);
  CREATE TABLE IF NOT EXISTS vault.index_key (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    wrapped bytea NOT NULL, kek_id text NOT NULL);
  CREATE TABLE IF NOT EXISTS vault.subject_key (
    subject uuid, class text, wrapped bytea, kek_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), destroyed_at timestamptz,
    PRIMARY KEY (subject, class));
  CREATE TABLE IF NOT EXISTS vault.subject_index (blind bytea PRIMARY KEY, subject uuid NOT NULL);
  CREATE INDEX IF NOT EXISTS subject_index_subject ON vault.subject_index (subject);
  CREATE TABLE IF NOT EXISTS vault.subject_lookup (
    blind bytea, subject uuid, class text NOT NULL, PRIMARY KEY (blind, subject));
  CREATE INDEX IF NOT EXISTS subject_lookup_subject ON vault.subject_lookup (subject);
  CREATE TABLE IF NOT EXISTS vault.credential (
    owner text, name text, wrapped bytea NOT NULL, kek_id text NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (owner, name));
`;

/** A key, encrypted under the master key `kekId`. */
export interface WrappedKey {
  readonly wrapped: Buffer;
  readonly kekId: string;
}

/** Master keys that were checked against this database. */
export interface KeyRing {
  readonly currentId: string;
  /** The HMAC key of blind indexes; it stays the same when the master key changes. */
  readonly indexKey: Buffer;
  wrap(key: Buffer, context: string): WrappedKey;
  /** @throws WrongMasterKey when the master key is not known here, and as `decrypt` */
  unwrap(of: WrappedKey, context: string): Buffer;
}

/** Identifies a master key without revealing it, because the key has 256 random bits. */
const checkValue = ({ bytes }: MasterKey): Buffer => derivedKey(bytes, 'razao/vault/check');

const deriveWrappingKey = ({ bytes }: MasterKey): Buffer =>
  derivedKey(bytes, 'razao/vault/wrapping');

const makeWrongKeyError = (id: string): WrongMasterKey =>
  new WrongMasterKey(
    `The personal data of this database is encrypted under another ${id}: set KEK to that one.`,
  );

const makeMissingKeyError = (id: string): WrongMasterKey =>
  new WrongMasterKey(
    `Personal data of this database is encrypted under ${id}, which KEK does not name: name it after the current one.`,
  );

const storeCheckValue = (pool: Pool, key: MasterKey) =>
  pool.query(
    'INSERT INTO vault.master_key (id, check_value) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
    [key.id, checkValue(key)],
  );

const readCheckValues = async (pool: Pool) => {
  const { rows } = await pool.query<{ id: string; value: Buffer }>(
    'SELECT id, check_value AS value FROM vault.master_key',
  );
  return rows;
};

/** Checks the master keys of an old database, which has no check values: unwraps one person's key of each master key. */
const checkBySamples = async (pool: Pool, keys: MasterKeys): Promise<void> => {
  const { rows } = await pool.query<{ id: string; name: string; wrapped: Buffer }>(
    `SELECT DISTINCT ON (kek_id) kek_id AS id, subject || '/' || class AS name, wrapped
     FROM vault.subject_key WHERE wrapped IS NOT NULL`,
  );
  for (const { id, name, wrapped } of rows) {
    const key = keys.find((each) => each.id === id);
    if (!key) throw makeMissingKeyError(id);
    try {
      decrypt(deriveWrappingKey(key), wrapped, name);
    } catch {
      throw makeWrongKeyError(id);
    }
    await storeCheckValue(pool, key);
  }
};

/** @throws WrongMasterKey when a master key is missing, or is another key than the one recorded under its id */
const check = async (pool: Pool, keys: MasterKeys): Promise<void> => {
  if ((await readCheckValues(pool)).length === 0) await checkBySamples(pool, keys);
  const requireAllKeys = async (): Promise<void> => {
    for (const { id, value } of await readCheckValues(pool)) {
      const key = keys.find((each) => each.id === id);
      if (!key) throw makeMissingKeyError(id);
      if (!timingSafeEqual(checkValue(key), value)) throw makeWrongKeyError(id);
    }
  };
  await requireAllKeys();
  await storeCheckValue(pool, keys[0]);
  // If two processes start at once on an empty database with different keys, this refuses at least one.
  await requireAllKeys();
};

const INDEX = 'index';

/** Creates missing tables and keys, and checks the master keys. @throws WrongMasterKey */
export const openKeyRing = async (pool: Pool, keys: MasterKeys): Promise<KeyRing> => {
  await applySchema(pool, SCHEMA);
  await check(pool, keys);
  const [{ id: currentId }] = keys;
  const wrappings = new Map(keys.map((key) => [key.id, deriveWrappingKey(key)]));
  const wrappingOf = (id: string): Buffer => {
    const wrapping = wrappings.get(id);
    if (!wrapping) throw makeMissingKeyError(id);
    return wrapping;
  };
  const wrap: KeyRing['wrap'] = (key, context) => ({
    wrapped: encrypt(wrappingOf(currentId), key, context),
    kekId: currentId,
  });
  const unwrap: KeyRing['unwrap'] = ({ wrapped, kekId }, context) =>
    decrypt(wrappingOf(kekId), wrapped, context);
  const fresh = wrap(thisMachine.bytes(KEY_BYTES), INDEX);
  await pool.query(
    'INSERT INTO vault.index_key (wrapped, kek_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [fresh.wrapped, fresh.kekId],
  );
  const { rows } = await pool.query<WrappedKey>(
    'SELECT wrapped, kek_id AS "kekId" FROM vault.index_key',
  );
  const [index] = rows;
  if (!index) throw new Error('the vault gave no index key');
  return { currentId, indexKey: unwrap(index, INDEX), wrap, unwrap };
};

/** Numbers of people's keys: those that are wrapped again, and those that are still to be. */
export interface Rotation {
  readonly done: number;
  readonly left: number;
}

const ROTATED_AT_ONCE = 500;

const rotateSome = async (pool: Pool, ring: KeyRing): Promise<number> => {
  const { rows } = await pool.query<WrappedKey & { subject: string; class: string }>(
    `SELECT subject, class, wrapped, kek_id AS "kekId" FROM vault.subject_key
     WHERE kek_id <> $1 AND wrapped IS NOT NULL LIMIT ${ROTATED_AT_ONCE}`,
    [ring.currentId],
  );
  const rewrapped = rows.map((row) => {
    const context = `${row.subject}/${row.class}`;
    return ring.wrap(ring.unwrap(row, context), context).wrapped;
  });
  // A key that was destroyed meanwhile stays destroyed.
  await pool.query(
    `UPDATE vault.subject_key AS kept SET wrapped = fresh.wrapped, kek_id = $4
     FROM unnest($1::uuid[], $2::text[], $3::bytea[]) AS fresh(subject, class, wrapped)
     WHERE kept.subject = fresh.subject AND kept.class = fresh.class AND kept.wrapped IS NOT NULL`,
    [rows.map((row) => row.subject), rows.map((row) => row.class), rewrapped, ring.currentId],
  );
  return rows.length;
};

/** Wraps credentials again one by one, because they are few. */
const rotateCredentials = async (pool: Pool, ring: KeyRing): Promise<void> => {
  const { rows } = await pool.query<WrappedKey & { owner: string; name: string }>(
    `SELECT owner, name, wrapped, kek_id AS "kekId" FROM vault.credential WHERE kek_id <> $1`,
    [ring.currentId],
  );
  for (const row of rows) {
    const context = credentialContext(row);
    const { wrapped, kekId } = ring.wrap(ring.unwrap(row, context), context);
    // Skips a credential that was replaced meanwhile.
    await pool.query(
      `UPDATE vault.credential SET wrapped = $3, kek_id = $4
       WHERE owner = $1 AND name = $2 AND wrapped = $5`,
      [row.owner, row.name, wrapped, kekId, row.wrapped],
    );
  }
};

/** Wraps all keys under the current master key. A rotation that was stopped can be continued. @throws WrongMasterKey */
export const rotateMasterKey = async (
  pool: Pool,
  keys: MasterKeys,
  onProgress: (rotation: Rotation) => void,
): Promise<void> => {
  const ring = await openKeyRing(pool, keys);
  const { rows } = await pool.query<{ left: number }>(
    `SELECT count(*)::int AS left FROM vault.subject_key WHERE kek_id <> $1 AND wrapped IS NOT NULL`,
    [ring.currentId],
  );
  let [done, left] = [0, rows[0]?.left ?? 0];
  onProgress({ done, left });
  for (;;) {
    const rotated = await rotateSome(pool, ring);
    if (rotated === 0) break;
    done += rotated;
    left = Math.max(0, left - rotated);
    onProgress({ done, left });
  }
  await rotateCredentials(pool, ring);
  const index = ring.wrap(ring.indexKey, INDEX);
  await pool.query('UPDATE vault.index_key SET wrapped = $1, kek_id = $2', [
    index.wrapped,
    index.kekId,
  ]);
  await pool.query(
    `DELETE FROM vault.master_key AS known WHERE id <> $1 AND NOT EXISTS (
       SELECT FROM vault.subject_key WHERE kek_id = known.id AND wrapped IS NOT NULL) AND NOT EXISTS (
       SELECT FROM vault.credential WHERE kek_id = known.id)`,
    [ring.currentId],
  );
};
