import type { Client } from 'pg';
import type { ArchivedTable } from './archive.ts';

/** SQL condition of the tables that are not copied: derived data, leases, the log, and what a restore writes. */
const NOT_COPIED = `nspname IN ('projections', 'read', 'processes', 'ledger', 'search', 'demo') OR nspname ~ '_g[0-9]+$'
  OR nspname = 'audit' AND relname IN ('log', 'restore')`;

/** Data in these schemas must exist before the events that need it. */
const WRITTEN_AHEAD: ReadonlySet<string> = new Set(['vault', 'auth']);

/** Whether a table is read after the head of the log, so that no event lacks its key. The others are read before it. */
export const isWrittenAhead = ({ schema }: Pick<ArchivedTable, 'schema'>): boolean =>
  WRITTEN_AHEAD.has(schema);

const OWN_SCHEMAS = `nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`;

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The name, quoted for SQL. */
export const nameOf = ({ schema, name }: Pick<ArchivedTable, 'schema' | 'name'>): string =>
  `${quoteName(schema)}.${quoteName(name)}`;

/** Table and columns, as COPY needs them. */
export const copyStatement = (table: ArchivedTable): string =>
  `${nameOf(table)} (${table.columns.map(quoteName).join(', ')})`;

interface TableWithReferences extends ArchivedTable {
  /** Tables to which this one refers. */
  readonly needs: readonly string[];
}

/** A table comes after those that it refers to. */
const sortByReferences = (tables: readonly TableWithReferences[]): readonly ArchivedTable[] => {
  const ordered: TableWithReferences[] = [];
  const isOrdered = (name: string): boolean => ordered.some((table) => nameOf(table) === name);
  for (let remaining = tables; remaining.length > 0;) {
    const ready = remaining.filter((table) =>
      table.needs.every((name) => name === nameOf(table) || isOrdered(name)),
    );
    // A circle cannot be ordered; COPY reports the error.
    const next = ready.length > 0 ? ready : remaining;
    ordered.push(...next);
    remaining = remaining.filter((table) => !next.includes(table));
  }
  return ordered.map(({ schema, name, columns }) => ({ schema, name, columns }));
};

/** Lists the tables of a backup. A table comes after those that it refers to. */
export const findBackupTables = async (client: Client): Promise<readonly ArchivedTable[]> => {
  const { rows } = await client.query<TableWithReferences>(
    `SELECT n.nspname AS schema, t.relname AS name,
       ARRAY(SELECT attname::text FROM pg_attribute
         WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         ORDER BY attnum) AS columns,
       ARRAY(SELECT format('"%s"."%s"', fn.nspname, f.relname) FROM pg_constraint k
         JOIN pg_class f ON f.oid = k.confrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
         WHERE k.conrelid = t.oid AND k.contype = 'f') AS needs
     FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
     WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND ${OWN_SCHEMAS} AND NOT (${NOT_COPIED})
     ORDER BY 1, 2`,
  );
  return sortByReferences(rows);
};

/** Names all tables and views but Postgres's own. */
export const listTables = async (client: Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${OWN_SCHEMAS} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

/** Moves sequences past the loaded rows. */
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
