import type { Pool } from 'pg';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { credentialContext, openKeyRing, type WrappedKey } from './key-ring.ts';
import type { MasterKeys } from './master-keys.ts';

/**
 * Credentials that a platform presents to others, such as its acquirers, and those that acquirers gave its sellers. They are
 * encrypted under the master key, and appear in no event, log line or export.
 */
export interface Credentials {
  /** Stores a value, replacing an earlier one. */
  readonly put: (owner: string, name: string, value: unknown) => Promise<void>;
  /** Returns undefined when there is none. @throws WrongMasterKey */
  readonly get: (owner: string, name: string) => Promise<unknown>;
  readonly names: (owner: string) => Promise<readonly string[]>;
  readonly remove: (owner: string, name: string) => Promise<void>;
}

interface CredentialName {
  readonly owner: string;
  readonly name: string;
}

/** @throws WrongMasterKey when the master keys are not those of this database */
export const openCredentials = async (dependencies: {
  readonly pool: Pool;
  readonly masterKeys: MasterKeys;
}): Promise<Credentials> => {
  const { pool, masterKeys } = dependencies;
  const ring = await openKeyRing(pool, masterKeys);
  const find = inBatches({
    width: 1,
    most: 200,
    run: async (names: readonly CredentialName[]) => {
      const { rows } = await pool.query<CredentialName & WrappedKey>({
        name: 'credentials',
        text: `SELECT owner, name, wrapped, kek_id AS "kekId" FROM vault.credential
          JOIN unnest($1::text[], $2::text[]) AS names (owner, name) USING (owner, name)`,
        values: [names.map(({ owner }) => owner), names.map(({ name }) => name)],
      });
      const found = new Map(rows.map((row) => [credentialContext(row), row]));
      return names.map((each) => found.get(credentialContext(each)));
    },
  });
  return {
    put: async (owner, name, value) => {
      const text = Buffer.from(JSON.stringify(value));
      const { wrapped, kekId } = ring.wrap(text, credentialContext({ owner, name }));
      await pool.query(
        `INSERT INTO vault.credential (owner, name, wrapped, kek_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (owner, name) DO UPDATE
           SET wrapped = excluded.wrapped, kek_id = excluded.kek_id, changed_at = now()`,
        [owner, name, wrapped, kekId],
      );
    },
    get: async (owner, name) => {
      const found = await find({ owner, name });
      if (found === undefined) return undefined;
      const value: unknown = JSON.parse(
        ring.unwrap(found, credentialContext({ owner, name })).toString('utf8'),
      );
      return value;
    },
    names: async (owner) => {
      const { rows } = await pool.query<{ name: string }>(
        'SELECT name FROM vault.credential WHERE owner = $1 ORDER BY name',
        [owner],
      );
      return rows.map(({ name }) => name);
    },
    remove: async (owner, name) => {
      await pool.query('DELETE FROM vault.credential WHERE owner = $1 AND name = $2', [
        owner,
        name,
      ]);
    },
  };
};
