import { randomUUID } from 'node:crypto';
import { ANY, jsonEvent, type EventStoreDBClient } from '@eventstore/db-client';
import { z } from 'zod';
import { dataOf } from './content.ts';
import type { Names } from './names.ts';
import type { Reader } from './reader.ts';

const TIMEOUT_MS = 10_000;

const STREAM = 'lineage';

const namedSchema = z.object({ name: z.string() });

/** Gives the log a new name, before a loader fills it. */
export const nameLoadedCopy = async (client: EventStoreDBClient, names: Names): Promise<void> => {
  const event = jsonEvent({ type: 'LineageNamed', data: { name: randomUUID() } });
  await client.appendToStream(names.streamOutsideLog(STREAM), event, {
    expectedRevision: ANY,
    deadline: TIMEOUT_MS,
    requiresLeader: true,
  });
};

/** Returns `eventstoredb/` and the name that a loader gave the log, or `eventstoredb`. A restore of the server's files keeps the name. */
export const readLineage = async (
  names: Names,
  reader: Pick<Reader, 'lastOfStream'>,
): Promise<string> => {
  const event = await reader.lastOfStream(names.streamOutsideLog(STREAM));
  return event
    ? `eventstoredb/${namedSchema.parse(JSON.parse(dataOf(event))).name}`
    : 'eventstoredb';
};
