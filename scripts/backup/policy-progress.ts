import {
  actingReaders,
  keyOf,
  type Checkpoints,
  type Work,
} from '#/ledger/checkpoints/checkpoints.ts';
import { isOfCommands } from '#/ledger/policies/queues.ts';
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

/** Reads the queues of one kind. Lists their names only now, because work may just have moved into a new queue. */
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

/**
 * Reads how far the policies and reactions (`actingReaders`) have come: their checkpoints, the events whose handling failed (`parked`), and
 * the events that wait for those (`queue`). Call this before you read the end of the log. If a checkpoint were newer than the log in the
 * backup, work would count as done although the backup lacks its events.
 */
export const readProgress = async (checkpoints: Checkpoints): Promise<readonly ProgressTable[]> => {
  const positions: [string, string][] = [];
  for (const name of actingReaders) {
    const position = await checkpoints.load(name);
    if (position !== undefined) positions.push([name, position]);
  }
  // While this function reads, work may be retried and so move: parked work and work in queues of events to a queue of commands, and any of
  // it back to the parked work. So this reads in the order of these moves, and the parked work once more in the end. Each piece of work is
  // then in the backup at least once.
  const before = await checkpoints.listParked();
  const ofEvents = await readQueues(checkpoints, (queue) => !isOfCommands(queue));
  const ofCommands = await readQueues(checkpoints, isOfCommands);
  const all = new Map(
    [...before, ...(await checkpoints.listParked())].map((it) => [keyOf(it), it]),
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

/** Returns the rows as COPY prints them. */
export const printForCopy = (rows: ProgressTable['rows']): Buffer => {
  const escape = (text: string) =>
    text.replace(/[\\\b\f\n\r\t\v]/g, (each) => ESCAPES[each] ?? each);
  return Buffer.from(rows.map((row) => `${row.map(escape).join('\t')}\n`).join(''));
};
