import {
  actingReaders,
  listHeld,
  type Checkpoints,
  type Work,
} from '#/ledger/checkpoints/checkpoints.ts';
import type { ArchivedTable } from './archive.ts';

/** A table whose rows come from the event store in use (Postgres or EventStoreDB). */
export interface ProgressTable {
  readonly table: ArchivedTable;
  readonly rows: readonly (readonly string[])[];
}

/** Postgres schema of these tables, both in the backup and in the database. */
export const PROGRESS_SCHEMA = 'policies';

const progressTable = (
  name: string,
  columns: readonly string[],
  rows: ProgressTable['rows'],
): ProgressTable => ({ table: { schema: PROGRESS_SCHEMA, name, columns: [...columns] }, rows });

const printWork = ({ policy, position, stream, revision }: Work): string[] => [
  policy,
  position,
  stream,
  String(revision),
];

/**
 * Reads how far the policies and reactions (`actingReaders`) have come: their checkpoints, the events whose handling failed (`parked`), and
 * the events that wait for those (`queue`). Call this before you read the end of the log: a newer checkpoint would count work as done whose
 * events are not in the backup (see `isWrittenAhead`).
 */
export const readProgress = async (checkpoints: Checkpoints): Promise<readonly ProgressTable[]> => {
  const positions: [string, string][] = [];
  for (const name of actingReaders) {
    const position = await checkpoints.load(name);
    if (position !== undefined) positions.push([name, position]);
  }
  // Work that is parked anew leaves its queue. Parked work is therefore read before the queues, for their names, and again after them.
  const queued: string[][] = [];
  for (const name of listHeld(await checkpoints.listParked())) {
    for (const work of await checkpoints.listQueued(name, Infinity))
      queued.push([name, ...printWork(work)]);
  }
  const parked = (await checkpoints.listParked()).map((it) => [
    ...printWork(it),
    it.failure,
    it.since,
    it.holds ?? '',
  ]);
  const columns = ['policy', 'position', 'stream', 'revision'];
  return [
    progressTable('checkpoint', ['name', 'position'], positions),
    progressTable('parked', [...columns, 'failure', 'parked_at', 'holds'], parked),
    progressTable('queue', ['name', ...columns], queued),
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
