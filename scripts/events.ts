import { once } from 'node:events';
import pg from 'pg';
import type { Recorded } from '#/ledger/event-store.ts';
import { BadEnvironment, errorCode, runCommand } from '#/scripts/command.ts';
import { checkDatabaseUrl, readEnvironment } from '#/scripts/environment.ts';
import { readLogRows } from '#/scripts/log-rows.ts';
import { runningPostgres } from '#/scripts/postgres.ts';

const help = `
npm run events — prints the log as NDJSON, one recorded event a line, in order.

Usage: npm run --silent events -- [--stream payment-…] [--after 00000000000000000120]

Options
  --stream   only this stream, such as account-demo-seller.2026-11
  --after    only what comes after this position

\`data\` and \`meta\` are the very bytes that were recorded. With them \`hash\` can be verified without a database: it is
SHA-256 over the hash before it and every other field (ledger/audit/hash.ts).

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  a Postgres of yours, in place of the embedded one
`;

/** JSON inside JSON as it is: parsing and printing it again could change a byte, and then no hash would fit. */
const lineOf = ({ data, meta, hash, ...where }: Required<Recorded>): string => {
  const { position, stream, revision, id, type, recordedAt } = where;
  const head = JSON.stringify({ position, stream, revision, id, type, recordedAt });
  return `${head.slice(0, -1)},"data":${data},"meta":${meta},"hash":"${hash}"}\n`;
};

const connect = async (): Promise<pg.Client> => {
  const { dataDir, databaseUrl } = readEnvironment();
  if (databaseUrl !== undefined) await checkDatabaseUrl(databaseUrl);
  const connectionString = databaseUrl ?? (await runningPostgres(dataDir));
  if (connectionString === undefined)
    throw new BadEnvironment(`No Postgres runs in ${dataDir}: npm start starts one.`);
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};

const UNDEFINED_TABLE = '42P01';

const print = async (client: pg.Client, from: Parameters<typeof readLogRows>[1]): Promise<void> => {
  for await (const events of readLogRows(client, from)) {
    const taken = process.stdout.write(events.map(lineOf).join(''));
    if (!taken) await once(process.stdout, 'drain');
  }
};

const ordinalOf = (after: string): number => {
  if (/^\d{1,20}$/.test(after)) return Number(after);
  throw new BadEnvironment(`--after ${after} is not a position: positions are digits.`);
};

await runCommand({
  help,
  options: { stream: { type: 'string' }, after: { type: 'string' } },
  run: async ({ values: { stream, after } }) => {
    // `… | head` reads as much as it wants, and then closes.
    process.stdout.on('error', (error) => process.exit(errorCode(error) === 'EPIPE' ? 0 : 1));
    const position = typeof after === 'string' ? ordinalOf(after) : 0;
    const client = await connect();
    try {
      const only = typeof stream === 'string' ? stream : undefined;
      await print(client, { stream: only, after: position });
    } catch (error) {
      if (errorCode(error) !== UNDEFINED_TABLE) throw error;
      throw new BadEnvironment('This database has no log yet: npm start makes one.');
    } finally {
      await client.end();
    }
  },
});
