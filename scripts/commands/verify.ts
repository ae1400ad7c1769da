import { open } from 'node:fs/promises';
import { loadApart } from '#/api/reads/load-apart.ts';
import { findSealKey, keepsOwnSealKey, findNextSealKey } from '#/api/composition/seal-key.ts';
import type { Position } from '#/ledger/event-store.ts';
import { projections } from '#/projections/registry.ts';
import { runCommand, UsageError, type CommandArguments } from '#/scripts/launch/command.ts';
import { sentenceOf } from '#/scripts/record/finding.ts';
import { withLedger, type LedgerAccess } from '#/scripts/record/ledger-access.ts';
import { verifyRecord, type Verification } from '#/scripts/record/verify-record.ts';

const help = `
npm run verify — recomputes the hashes and seals of the log, and names the first event that was changed.

Usage: npm run verify [-- --from <position>] [--to <position>] [--deep]
                         [--key <public key>] [--anchor <file>]

Reads the log and checks the content hash of every event, the chain of hashes, every seal (Merkle root, order, Ed25519
signature) and the table of seals. On EventStoreDB it also looks for streams that the server hides or has deleted. It changes
nothing, and can be used while the product runs.

Options
  --from, --to  only events from and up to these positions, inclusive; begins with the seal that covers the first
  --deep        rebuilds every read model from the log, and compares it with the live one, row by row
  --key         public key in hex that the seals must lead to (default: that of the seal key, if there is one)
  --anchor      file that received every seal (default: SEAL_ANCHOR, if it is a file). A seal in it that differs from the log is
                named, even if its signature is valid

Exit code: 0 if everything fits, 1 if something does not, 2 (INCOMPLETE) if not everything could be checked.

Environment
  DATA_DIR                 folder of the embedded Postgres (default .data)
  DATABASE_URL             your own Postgres, instead of the embedded one
  SEAL_KEY, SEAL_KEY_FILE  the seal key, if it is not in DATA_DIR
  SEAL_ANCHOR              file or address to which the product sends its seals
`;

type Value = CommandArguments['values'][string];

const inThousands = new Intl.NumberFormat('en');

/** As `npm run events` prints it. */
const EVENTSTOREDB_POSITION = /^e:\d{20}:\d{20}$/;

const positionOf = (text: Value, name: string): Position | undefined => {
  if (text === undefined) return undefined;
  if (typeof text === 'string' && /^\d{1,20}$/.test(text)) {
    return text.padStart(20, '0') as Position;
  }
  if (typeof text === 'string' && EVENTSTOREDB_POSITION.test(text)) return text as Position;
  throw new UsageError(
    `--${name} ${text.toString()} is not a position: digits, or on EventStoreDB e:, digits, :, digits.`,
  );
};

const keyOf = (text: Value): string | undefined => {
  if (text === undefined) return undefined;
  if (typeof text === 'string' && /^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new UsageError('--key is not a public key: 64 hexadecimal digits.');
};

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file);
  yield* handle.readLines();
}

const isAddress = (target: string): boolean => /^https?:\/\//.test(target);

/** Seals posted to a web address must be saved to a file first. */
const anchorOf = (option: Value): AsyncIterable<string> | undefined => {
  if (typeof option === 'string' && isAddress(option)) {
    throw new UsageError(
      '--anchor names an address: save the seals that were posted there to a file.',
    );
  }
  const anchor = process.env['SEAL_ANCHOR'] ?? '';
  const file = typeof option === 'string' ? option : anchor;
  if (file === '' || isAddress(file)) return undefined;
  return linesOf(file);
};

/** Prints one line that changes in place, or, without a terminal, one every five seconds. */
const progressLine = () => {
  const { isTTY } = process.stderr;
  const began = performance.now();
  let shownAt = began;
  return (events: number): void => {
    const now = performance.now();
    if (now - shownAt < (isTTY ? 100 : 5_000)) return;
    shownAt = now;
    const rate = Math.round((events * 1_000) / (now - began));
    const line = `${inThousands.format(events)} events, ${inThousands.format(rate)}/s`;
    process.stderr.write(isTTY ? `\r\u001B[K${line}` : `${line}\n`);
  };
};

const report = ({ log, faults, unread }: Verification): void => {
  const [events, seals] = [log.events, log.seals].map((count) => inThousands.format(count));
  const sealed = log.keyId === null ? 'nothing is sealed' : `${seals} seals by ${log.keyId}`;
  console.log(`${events} events, ${sealed}, ${log.unsealed} events not sealed yet`);
  if (log.finding !== null) console.log(sentenceOf(log.finding));
  for (const fault of faults) console.log(fault);
  for (const reason of unread) console.log(`INCOMPLETE: ${reason}`);
  if (log.finding !== null || faults.length > 0) process.exitCode = 1;
  else if (unread.length > 0) process.exitCode = 2;
  else console.log('Everything fits.');
};

/** The id of the installed key, or of the key `last` if an interrupted rotation stored that one beside it. */
const findOwnKey = async (dataDir: string, last: string): Promise<string | undefined> => {
  const nextKey = keepsOwnSealKey(process.env) ? await findNextSealKey(dataDir, last) : undefined;
  return (nextKey ?? (await findSealKey(dataDir, process.env)))?.id;
};

const verify = async (
  { store, pool, seals, locations, dataDir }: LedgerAccess,
  values: CommandArguments['values'],
  signal: AbortSignal,
): Promise<void> => {
  const key = keyOf(values['key']);
  const verification = await verifyRecord({
    store,
    pool,
    table: seals,
    from: positionOf(values['from'], 'from'),
    to: positionOf(values['to'], 'to'),
    keyOf: async (last) => key ?? findOwnKey(dataDir, last),
    anchor: anchorOf(values['anchor']),
    deep: values['deep'] === true ? { projections, load: loadApart(locations) } : undefined,
    signal,
    onProgress: progressLine(),
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
  report(verification);
};

await runCommand({
  help,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    deep: { type: 'boolean' },
    key: { type: 'string' },
    anchor: { type: 'string' },
  },
  run: async ({ values }, { stopping }) => {
    await withLedger((ledger) => verify(ledger, values, stopping)).catch((error: unknown) => {
      console.error(`INCOMPLETE: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 2;
    });
  },
});
