import type { Client } from 'pg';
import { hasHead, readHead, readLineage, requireWritable, type Head } from './log-tables.ts';
import { dropSession, openSession } from './session.ts';
import { Turn } from './turn.ts';

/** The writer's connection, with the turn and the head of the log as seen through it. */
export interface WriterSession {
  readonly client: Client;
  readonly turn: Turn;
  /** Names the copy of the log that it writes to. */
  readonly lineage: string;
  head: Head;
}

/**
 * Opens the writer's connection. `isRewound` = the log here lacks the head that the last session saw.
 * @throws when the database cannot be reached or takes no writes
 */
export const openWriterSession = async (options: {
  readonly connectionString: string;
  /** Name of the writer among those that take turns. */
  readonly name: string;
  readonly lastHead: Head | undefined;
  readonly onLost: (client: Client, cause: unknown) => void;
}): Promise<{ readonly session: WriterSession; readonly isRewound: boolean }> => {
  const { connectionString, name, lastHead, onLost } = options;
  const client = await openSession(connectionString, 'writer', (cause) => onLost(client, cause));
  try {
    await requireWritable(client);
    const isRewound = lastHead !== undefined && !(await hasHead(client, lastHead));
    const lineage = await readLineage(client);
    const head = await readHead(client);
    return { session: { client, turn: new Turn(client, name), lineage, head }, isRewound };
  } catch (error) {
    dropSession(client);
    throw error;
  }
};
