import { readFile } from 'node:fs/promises';
import {
  findSealKey,
  installSealKey,
  keepsOwnSealKey,
  placeNextSealKey,
} from '#/api/composition/seal-key.ts';
import { readSealKey } from '#/ledger/audit/seal.ts';
import { rotateSealKey, WrongSealKey } from '#/ledger/audit/sealer.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import { withLedger, type LedgerAccess } from '#/scripts/record/ledger-access.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

const help = `
npm run rotate-seal-key — seals the log with a new key from now on; the old key signs the change.

Usage: npm run rotate-seal-key -- <file of the new key>

The file holds an Ed25519 private key as PEM (openssl genpkey -algorithm ed25519) or its 32 bytes in base64. If the old
key is DATA_DIR/seal.key, the new one replaces it; if it comes from SEAL_KEY or SEAL_KEY_FILE, replace it yourself. Then
restart every process: with the old key they no longer seal. Every seal can still be checked with the first public key. If
the command is interrupted, the next start of the product or the same command completes it.

Environment
  DATA_DIR, DATABASE_URL   where the log is
  SEAL_KEY, SEAL_KEY_FILE  the old key, if it is not in DATA_DIR
`;

const read = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new BadEnvironment(`${file} cannot be read: ${errorCodeOf(error) ?? String(error)}.`);
  }
};

/** Another try is needed when the sealer appended a seal in between. */
const ATTEMPTS = 10;

/** Does nothing if an earlier, killed run has recorded the new key. */
const handOver = async (
  dependencies: Parameters<typeof rotateSealKey>[0],
  id: string,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rotateSealKey(dependencies, id);
    } catch (error) {
      if (error instanceof WrongSealKey && error.expected === id) return;
      const isConflict = error instanceof AppendError && error.failure.kind === 'wrong-expected';
      if (!isConflict || attempt === ATTEMPTS) throw error;
    }
  }
};

const rotate = async (
  { store, seals: table, dataDir }: LedgerAccess,
  text: string,
): Promise<string> => {
  const next = readSealKey(text);
  const key = await findSealKey(dataDir, process.env);
  if (key === undefined) throw new BadEnvironment('The old key is neither given nor in DATA_DIR.');
  if (key.id === next.id) throw new BadEnvironment('That is the key there is already.');
  const isInDataDir = keepsOwnSealKey(process.env);
  // Stores the new key first: a kill after `handOver` must not lose the key that the log needs.
  if (isInDataDir) await placeNextSealKey(dataDir, text);
  const now = () => new Date().toISOString();
  await handOver({ store, table, key, now }, next.id);
  console.log(`The log is sealed by ${next.id} from now on.`);
  if (!isInDataDir) {
    const place =
      process.env['SEAL_KEY'] === undefined
        ? `put the new key into ${process.env['SEAL_KEY_FILE']}, which SEAL_KEY_FILE names`
        : 'set SEAL_KEY to the new key';
    return `Now ${place}, and start every process again.`;
  }
  await installSealKey(dataDir, next.id);
  return 'The new key is in seal.key of DATA_DIR; start every process again.';
};

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [file, ...others] }) => {
    if (file === undefined || others.length > 0) throw new UsageError('Name one file.');
    const text = await read(file);
    console.log(await withLedger((ledger) => rotate(ledger, text)));
  },
});
