import { actingReaders, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { ArchivedTable } from './archive.ts';

/** A table whose rows come from the store that keeps the log, whichever it is. */
export interface ProgressTable {
  readonly table: ArchivedTable;
  readonly rows: readonly (readonly string[])[];
}

/** The schema of the tables in which a backup holds them, and Postgres keeps them. */
export const PROGRESS_SCHEMA = 'policies';

const tableOf = (
  name: string,
  columns: readonly string[],
  rows: ProgressTable['rows'],
): ProgressTable => ({ table: { schema: PROGRESS_SCHEMA, name, columns: [...columns] }, rows });

/** Reads what policies have done. Read it before the end of the log: see `isWrittenAhead`. */
export const readProgress = async (checkpoints: Checkpoints): Promise<readonly ProgressTable[]> => {
  const positions: [string, string][] = [];
  for (const name of actingReaders) {
    const position = await checkpoints.load(name);
    if (position !== undefined) positions.push([name, position]);
  }
  const parked = (await checkpoints.listParked()).map(
    ({ policy, position, stream, revision, failure }) => [
      policy,
      position,
      stream,
      String(revision),
      failure,
    ],
  );
  const columns = ['policy', 'position', 'stream', 'revision', 'failure'];
  return [
    tableOf('checkpoint', ['name', 'position'], positions),
    tableOf('parked', columns, parked),
  ];
};

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** Returns the rows as COPY prints them. */
export const printForCopy = (rows: ProgressTable['rows']): Buffer => {
  const escape = (text: string) =>
    text.replace(/[\\\b\f\n\r\t\v]/g, (each) => ESCAPES[each] ?? each);
  return Buffer.from(rows.map((row) => `${row.map(escape).join('\t')}\n`).join(''));
};
