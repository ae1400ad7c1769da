import { writeFile } from 'node:fs/promises';
import { streamOf } from '#/domain/values/ids.ts';
import { printProof, proveStream } from '#/ledger/audit/proof.ts';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import { withLedger } from '#/scripts/record/ledger-access.ts';

const help = `
npm run proof — writes a proof of one payment that can be checked offline: its events, their Merkle paths, and the seals.

Usage: npm run proof -- <payment> [--out proof-<payment>.ndjson]

Anyone can check it with the file and the public key, without this program, its server or its database:
  node scripts/verify-proof.mjs proof-<payment>.ndjson --key <public key>
Personal data in it is encrypted. Exits with 1 if the payment is unknown or not sealed yet.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  your own Postgres, instead of the embedded one
`;

await runCommand({
  help,
  allowPositionals: true,
  options: { out: { type: 'string' } },
  run: async ({ positionals: [paymentId, ...others], values: { out } }) => {
    if (paymentId === undefined || others.length > 0) throw new UsageError('Name one payment.');
    await withLedger(async ({ store, seals }) => {
      const proof = await proveStream(store, seals, streamOf('payment', paymentId));
      if (proof.events.length === 0) throw new BadEnvironment(`There is no payment ${paymentId}.`);
      const open = proof.events.find(({ seal }) => seal === null);
      if (open !== undefined) {
        throw new BadEnvironment(
          `${open.type} at ${open.position} is not sealed yet: a running product seals within a second.`,
        );
      }
      const file = typeof out === 'string' ? out : `proof-${paymentId}.ndjson`;
      await writeFile(file, printProof(proof));
      const lastEntry = (await seals.last())?.data;
      const { keyId, nextKeyId = keyId } = JSON.parse(lastEntry ?? '{}');
      console.log(`${file}: ${proof.events.length} events; the seals are by ${nextKeyId}`);
    });
  },
});
