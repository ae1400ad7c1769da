import { createServer } from 'node:net';
import pg from 'pg';
import { z } from 'zod';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { reasonOf } from '#/ledger/stores/eventstoredb/reasons.ts';
import { PREFIX } from '#/ledger/stores/eventstoredb/names.ts';
import { requireOwnLog } from '#/ledger/stores/postgres/schema.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { BadEnvironment } from './command.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.string().min(1).optional(),
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/[^/?]+/, 'it is no address like esdb://host:2113?tls=false')
    .optional(),
  EVENTSTORE_PREFIX: z
    .string()
    .regex(PREFIX, 'it is one word of small letters, digits and _, at most 32')
    .optional(),
  DEMO_WEEKS: z.coerce.number().int().min(0).max(52).default(5),
});

export interface ScriptEnvironment {
  /** 0 = any free port. */
  readonly port: number;
  /** Folder of the product's files. */
  readonly dataDir: string;
  /** The operator's own Postgres, if any. */
  readonly databaseUrl: string | undefined;
  /** The EventStoreDB with the log, if any. */
  readonly eventStoreUrl: string | undefined;
  /** The product's name on a shared EventStoreDB. */
  readonly eventStorePrefix: string | undefined;
  /** Weeks of sales in a new demo world. */
  readonly demoWeeks: number;
}

/** @throws BadEnvironment naming the first invalid variable */
export const readEnvironment = (variables: NodeJS.ProcessEnv = process.env): ScriptEnvironment => {
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadEnvironment(`${String(issue?.path[0])} is not usable: ${issue?.message}.`);
  }
  const { PORT, DATA_DIR, DATABASE_URL, EVENTSTORE_URL, EVENTSTORE_PREFIX, DEMO_WEEKS } =
    parsed.data;
  return {
    port: PORT,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    eventStoreUrl: EVENTSTORE_URL,
    eventStorePrefix: EVENTSTORE_PREFIX,
    demoWeeks: DEMO_WEEKS,
  };
};

/** @throws BadEnvironment when the port is in use, or the address is not this machine's */
export const checkPort = async (port: number, host: string): Promise<void> => {
  const server = createServer();
  const code = await new Promise<string | undefined>((done) => {
    server.once('error', (error) => done(errorCodeOf(error)));
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
  if (code === undefined) return;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    throw new BadEnvironment(
      `HOST is not usable: ${host} is no address of this machine (0.0.0.0 takes all of them).`,
    );
  }
  const reason = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
  throw new BadEnvironment(`Port ${port} ${reason}: set PORT to another one.`);
};

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host is unknown',
  ETIMEDOUT: 'its host does not answer',
  '28P01': 'its password is wrong',
  '28000': 'its user may not sign in',
  '3D000': 'its database does not exist',
};

/** @throws BadEnvironment with the reason, without the password */
export const checkDatabaseUrl = async (url: string): Promise<void> => {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new BadEnvironment(
      'DATABASE_URL is not a connection string like postgres://user:password@host:5432/database.',
    );
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host, pathname } = new URL(url);
    const reasonOfCode = reasons[errorCodeOf(error) ?? ''];
    const reason = reasonOfCode ?? (error instanceof Error ? error.message : String(error));
    throw new BadEnvironment(
      `DATABASE_URL does not lead to a Postgres at ${host}${pathname}: ${reason}.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};

const ANSWER_MS = 5_000;

/** @throws BadEnvironment with the reason, without the password */
export const checkEventStoreUrl = async (url: string): Promise<void> => {
  try {
    const store = await openEventStoreDb({ connectionString: url, readTimeoutMs: ANSWER_MS });
    await store.close();
  } catch (error) {
    const place = url.replace(/^.*@|^[^:]*:\/\/|\?.*$/g, '');
    const reason = reasonOf(error);
    throw new BadEnvironment(
      `EVENTSTORE_URL does not lead to an EventStoreDB at ${place}: ${reason}.`,
    );
  }
};

/** Finds a table of another application, by which the operator recognises the database. */
const FOREIGN = `SELECT n.nspname || '.' || c.relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    AND to_regclass('ledger.event') IS NULL AND to_regclass('projections.checkpoint') IS NULL
    AND to_regclass('audit.restore') IS NULL
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY 1 LIMIT 1`;

/**
 * Checks that the database is writable, and empty or the product's own.
 * @throws BadEnvironment, WrongDatabase
 */
export const checkOwnDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'SHOW transaction_read_only',
    );
    if (rows[0]?.transaction_read_only === 'on') {
      throw new BadEnvironment(
        'This database takes no writes (it is read-only or a standby): give DATABASE_URL the primary.',
      );
    }
    await requireOwnLog(client);
    const { rows: foreign } = await client.query<{ name: string }>(FOREIGN);
    if (foreign[0] === undefined) return;
    throw new BadEnvironment(
      `This database belongs to something else (it has ${foreign[0].name}): give DATABASE_URL an empty one.`,
    );
  } finally {
    await client.end();
  }
};
