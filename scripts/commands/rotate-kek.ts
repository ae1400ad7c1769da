import pg from 'pg';
import { loadSecrets } from '#/api/composition/secrets.ts';
import { rotateMasterKey, type Rotation } from '#/ledger/vault/postgres/key-ring.ts';
import { runCommand } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { findRunningDatabaseUrl } from '#/scripts/launch/running-locations.ts';

const help = `
npm run rotate-kek — wraps all keys of personal data again with the current KEK, while the product runs.

Usage: KEK=new:…,old:… npm run rotate-kek

First start every process with both keys, the new one first. When this command has finished, the old key is not needed any
more: remove it from KEK and destroy it. An interrupted rotation continues where it stopped.

Environment
  KEK           the current key and the older ones, as id:base64 of 32 bytes each
  KEK_FILE      … or the file they are in (default: DATA_DIR/secrets.json)
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  your own Postgres, instead of the embedded one
`;

const show = ({ done, left }: Rotation): void => {
  const end = process.stderr.isTTY && left > 0 ? '' : '\n';
  const begin = process.stderr.isTTY ? '\r\u001B[K' : '';
  process.stderr.write(`${begin}${done} keys wrapped, ${left} to go${end}`);
};

await runCommand({
  help,
  run: async () => {
    const secrets = await loadSecrets(readEnvironment().dataDir, process.env);
    const pool = new pg.Pool({ connectionString: await findRunningDatabaseUrl() });
    try {
      const [{ id }] = secrets.masterKeys;
      await rotateMasterKey(pool, secrets.masterKeys, show);
      console.log(`Every key is under ${id}; the older ones are not needed any more.`);
    } finally {
      await pool.end();
    }
  },
});
