import {
  actingReaders,
  keyOf,
  type Checkpoints,
  type Work,
} from '#/ledger/checkpoints/checkpoints.ts';
import { isOfCommands } from '#/ledger/policies/queues.ts';
import type { ArchivedTable } from './archive.ts';

/** A table whose rows come from the event store in use. */
export interface ProgressTable {
  readonly table: ArchivedTable;
  readonly rows: readonly (readonly string[])[];
}

/** The schema of these tables, in the backup and in the database. */
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

/** Lists the queues only when it reads them, because work may just have moved into a new one. */
const readQueues = async (
  checkpoints: Checkpoints,
  isOfKind: (queue: string) => boolean,
): Promise<readonly string[][]> => {
  const queued: string[][] = [];
  for (const name of (await checkpoints.listQueues()).filter(isOfKind)) {
    for (const work of await checkpoints.listQueued(name, Infinity))
      queued.push([name, ...printWork(work)]);
  }
  return queued;
};

/** Call this before you read the head of the log: otherwise a checkpoint could lie after the last event of the backup. */
export const readProgress = async (checkpoints: Checkpoints): Promise<readonly ProgressTable[]> => {
  const positions: [string, string][] = [];
  for (const name of actingReaders) {
    const position = await checkpoints.load(name);
    if (position !== undefined) positions.push([name, position]);
  }
  // Retries move work between the lists while these are read. In this order each piece of work is read at least once.
  const parkedBefore = await checkpoints.listParked();
  const ofEvents = await readQueues(checkpoints, (queue) => !isOfCommands(queue));
  const ofCommands = await readQueues(checkpoints, isOfCommands);
  const all = new Map(
    [...parkedBefore, ...(await checkpoints.listParked())].map((it) => [keyOf(it), it]),
  );
  const parked = [...all.values()].map((it) => [
    ...printWork(it),
    it.failure,
    it.since,
    it.holds ?? '',
  ]);
  const columns = ['policy', 'position', 'stream', 'revision'];
  return [
    progressTable('checkpoint', ['name', 'position'], positions),
    progressTable('parked', [...columns, 'failure', 'parked_at', 'holds'], parked),
    progressTable('queue', ['name', ...columns], [...ofEvents, ...ofCommands]),
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

/** Prints rows as COPY does. */
export const printForCopy = (rows: ProgressTable['rows']): Buffer => {
  const escape = (text: string) =>
    text.replace(/[\\\b\f\n\r\t\v]/g, (each) => ESCAPES[each] ?? each);
  return Buffer.from(rows.map((row) => `${row.map(escape).join('\t')}\n`).join(''));
};
