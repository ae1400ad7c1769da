import type { Client } from 'pg';
import type { ArchivedTable } from './archive.ts';

/**
 * Read models are derived, every generation of one in a schema of its own, and so is the search index; leases are of processes that run now. The log is
 * kept for itself, and the mark of the log that a database belongs to is made again where it is restored.
 */
const DERIVED = `nspname IN ('projections', 'read', 'processes', 'ledger', 'search') OR nspname ~ '_g[0-9]+$'
  OR nspname = 'audit' AND relname IN ('log', 'restore')`;

/** Those of which the log says nothing that is not in them already: keys of personal data, credentials, sign-ins. */
const WRITTEN_AHEAD: ReadonlySet<string> = new Set(['vault', 'auth']);

/**
 * Whether a backup takes a table of a moment after the log's end, rather than before it. A key is there before the event
 * that needs it, so keys that are a little newer serve every event. How far policies and seals have come, and which
 * notices were dealt with, is only said once what follows from it is in the log, so it must be a little older: what was
 * done between is found done when it is tried again, but what was taken for done and is not in the log would never be.
 */
export const isWrittenAhead = ({ schema }: Pick<ArchivedTable, 'schema'>): boolean =>
  WRITTEN_AHEAD.has(schema);

const OWN_SCHEMAS = `nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`;

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** As SQL names it. */
export const nameOf = ({ schema, name }: Pick<ArchivedTable, 'schema' | 'name'>): string =>
  `${quoteName(schema)}.${quoteName(name)}`;

/** What COPY is told of the table and its columns. */
export const copyStatement = (table: ArchivedTable): string =>
  `${nameOf(table)} (${table.columns.map(quoteName).join(', ')})`;

interface Found extends ArchivedTable {
  /** Tables that its rows refer to. */
  readonly needs: readonly string[];
}

/** Those that are referred to come first. */
const inOrder = (tables: readonly Found[]): readonly ArchivedTable[] => {
  const ordered: Found[] = [];
  const isThere = (name: string): boolean => ordered.some((table) => nameOf(table) === name);
  for (let left = tables; left.length > 0;) {
    const ready = left.filter((table) =>
      table.needs.every((name) => name === nameOf(table) || isThere(name)),
    );
    // Tables that refer to each other in a circle cannot be ordered; COPY will say so.
    const next = ready.length > 0 ? ready : left;
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered.map(({ schema, name, columns }) => ({ schema, name, columns }));
};

/** Every table that cannot be derived from the log: the vault, sign-ins, checkpoints, notices. */
export const keptTables = async (client: Client): Promise<readonly ArchivedTable[]> => {
  const { rows } = await client.query<Found>(
    `SELECT n.nspname AS schema, t.relname AS name,
       ARRAY(SELECT attname::text FROM pg_attribute
         WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         ORDER BY attnum) AS columns,
       ARRAY(SELECT format('"%s"."%s"', fn.nspname, f.relname) FROM pg_constraint k
         JOIN pg_class f ON f.oid = k.confrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
         WHERE k.conrelid = t.oid AND k.contype = 'f') AS needs
     FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
     WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND ${OWN_SCHEMAS} AND NOT (${DERIVED})
     ORDER BY 1, 2`,
  );
  return inOrder(rows);
};

/** Names of everything that somebody made here. */
export const tablesHere = async (client: Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${OWN_SCHEMAS} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

/** Columns that count by themselves go on after what was loaded. */
export const advanceSequences = async (client: Client, table: ArchivedTable): Promise<void> => {
  for (const column of table.columns) {
    const { rows } = await client.query<{ sequence: string | null }>(
      'SELECT pg_get_serial_sequence($1, $2) AS sequence',
      [nameOf(table), column],
    );
    const sequence = rows[0]?.sequence;
    if (sequence == null) continue;
    await client.query(
      `SELECT setval($1, max(${quoteName(column)})) FROM ${nameOf(table)} HAVING count(*) > 0`,
      [sequence],
    );
  }
};
