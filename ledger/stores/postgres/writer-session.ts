import type { Client } from 'pg';
import {
  hasHead,
  readHead,
  readLineage,
  requireWritable,
  type Head,
  type SeenEvent,
} from './log-tables.ts';
import { dropSession, openSession } from './session.ts';
import { WriterLock } from './writer-lock.ts';

/** What a process has seen of the log: the copy, and its last event seen. */
export interface KnownLog {
  readonly lineage: string;
  readonly seen: SeenEvent;
}

export interface WriterSession {
  readonly client: Client;
  readonly lock: WriterLock;
  readonly lineage: string;
  head: Head;
}

/**
 * Opens a writer's connection. `isRewound` = the log is another copy than before, or lacks an event that this process has seen.
 * @throws when the database cannot be reached or takes no writes
 */
export const openWriterSession = async (options: {
  readonly connectionString: string;
  readonly name: string;
  readonly known: KnownLog | undefined;
  readonly onLost: (client: Client, cause: unknown) => void;
}): Promise<{ readonly session: WriterSession; readonly isRewound: boolean }> => {
  const { connectionString, name, known, onLost } = options;
  const client = await openSession(connectionString, 'writer', (cause) => onLost(client, cause));
  try {
    await requireWritable(client);
    const lineage = await readLineage(client);
    const isSame = known?.lineage === lineage && (await hasHead(client, known.seen));
    const isRewound = known !== undefined && !isSame;
    const head = await readHead(client);
    return { session: { client, lock: new WriterLock(client, name), lineage, head }, isRewound };
  } catch (error) {
    dropSession(client);
    throw error;
  }
};
