import pg from 'pg';

/** Runs statements over a connection of its own. */
export const execute = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

/** `outside` = the URL of another database of the same server; `name` = the name of this database. */
export const beside = (url: string): { readonly outside: string; readonly name: string } => {
  const other = new URL(url);
  const name = other.pathname.slice(1);
  other.pathname = '/postgres';
  return { outside: other.href, name };
};

/** SQL that ends every other connection to the database. */
export const cutOff = (name: string): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = '${name}' AND pid <> pg_backend_pid()`;

/** SQL after which `body`, in PL/pgSQL, runs before each insert of events. */
const onInsert = (body: string): readonly string[] => [
  `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
  `CREATE TRIGGER fault BEFORE INSERT ON ledger.event FOR EACH STATEMENT EXECUTE FUNCTION fault()`,
];

const cancelWriters = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'razao ledger writer' AND state = 'active'`;

const withoutFault = [cancelWriters, 'DROP FUNCTION fault() CASCADE'] as const;

export interface Fault {
  readonly name: string;
  readonly begin: (url: string) => Promise<void>;
  readonly end: (url: string) => Promise<void>;
  /** True when no request can be answered. */
  readonly isTotal?: boolean;
  /** The part that `/readyz` names as missing during the fault. */
  readonly named?: string;
}

let lock: pg.Client;

export const faults: readonly Fault[] = [
  {
    name: 'every connection is cut and none is let in',
    isTotal: true,
    named: 'database',
    begin: async (url) => {
      const { outside, name } = beside(url);
      await execute(outside, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`, cutOff(name));
    },
    end: async (url) => {
      const { outside, name } = beside(url);
      await execute(outside, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    },
  },
  {
    name: 'the database is read-only',
    named: 'database',
    begin: async (url) => {
      const { outside, name } = beside(url);
      const set = `ALTER DATABASE ${name} SET default_transaction_read_only = on`;
      await execute(outside, set, cutOff(name));
    },
    end: async (url) => {
      const { outside, name } = beside(url);
      await execute(outside, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
    },
  },
  {
    name: 'the disk is full',
    begin: (url) =>
      execute(
        url,
        ...onInsert(`RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full';`),
      ),
    end: (url) => execute(url, ...withoutFault),
  },
  {
    name: 'a commit takes too long',
    begin: (url) => execute(url, ...onInsert('PERFORM pg_sleep(30);')),
    end: (url) => execute(url, ...withoutFault),
  },
  {
    name: 'the log is locked',
    begin: async (url) => {
      lock = new pg.Client({ connectionString: url });
      await lock.connect();
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE ledger.event IN ACCESS EXCLUSIVE MODE');
    },
    end: async () => lock.end(),
  },
];
