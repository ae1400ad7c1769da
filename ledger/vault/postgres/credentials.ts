import type { Pool } from 'pg';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { credentialContext, type Credentials } from '#/ledger/vault/credentials.ts';
import type { MasterKeys } from '#/ledger/vault/master-keys.ts';
import { openKeyRing, type WrappedKey } from './key-ring.ts';

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
      const byContext = new Map(rows.map((row) => [credentialContext(row), row]));
      return names.map((each) => byContext.get(credentialContext(each)));
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
      const wrapped = await find({ owner, name });
      if (wrapped === undefined) return undefined;
      const value: unknown = JSON.parse(
        ring.unwrap(wrapped, credentialContext({ owner, name })).toString('utf8'),
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
