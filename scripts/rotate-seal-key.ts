import { readFile } from 'node:fs/promises';
import { existingSealKey } from '#/api/seal-key.ts';
import { readSealKey } from '#/ledger/audit/seal.ts';
import { rotateSealKey } from '#/ledger/audit/sealer.ts';
import { BadEnvironment, runCommand } from '#/scripts/command.ts';
import { withLedger } from '#/scripts/ledger-access.ts';

const help = `
npm run rotate-seal-key — from now on the log is sealed with another key; the old one signs that.

Usage: npm run rotate-seal-key -- <file of the new key>

The file holds an Ed25519 private key as PEM (openssl genpkey -algorithm ed25519) or its 32 bytes in base64. Give it to
every process afterwards (SEAL_KEY, SEAL_KEY_FILE or DATA_DIR/seal.key) and start them again: with the old key they no
longer seal. Whoever knows the first public key can still check every seal.

Environment
  DATA_DIR, DATABASE_URL   where the log is
  SEAL_KEY, SEAL_KEY_FILE  the old key, when it is not in DATA_DIR
`;

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [file, ...others] }) => {
    if (file === undefined || others.length > 0) throw new BadEnvironment('Name one file.');
    const next = readSealKey(await readFile(file, 'utf8'));
    await withLedger(async ({ store, pool, dataDir }) => {
      const key = await existingSealKey(dataDir, process.env);
      if (key === undefined)
        throw new BadEnvironment('The old key is neither given nor in DATA_DIR.');
      const now = () => new Date().toISOString();
      await rotateSealKey({ store, pool, key, now }, next.id);
      console.log(`The log is sealed by ${next.id} from now on.`);
    });
  },
});
