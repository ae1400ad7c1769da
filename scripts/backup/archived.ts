import type { FileHandle } from 'node:fs/promises';
import { chainHash, CHAIN_START } from '#/ledger/audit/hash.ts';
import type { Position, Recorded } from '#/ledger/event-store.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import {
  damagedArchiveError,
  readArchive,
  type ArchivedTable,
  type ArchiveHeader,
  type Entry,
} from './archive.ts';
import { createLogTableParser } from './log-table.ts';

/** In format 1 the log is a table. */
const isLog = ({ schema, name }: ArchivedTable): boolean => schema === 'ledger' && name === 'event';

/** Reads a backup of any format as if it had the newest one. */
export async function* readEntries(file: FileHandle): AsyncGenerator<Entry> {
  let parse: ((bytes: Buffer) => readonly Recorded[]) | undefined;
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'header') {
      const { header } = entry;
      const tables = header.tables.filter((table) => !isLog(table));
      yield { kind: 'header', header: { ...header, tables } };
    } else if (entry.kind === 'table' && isLog(entry.table)) {
      parse = createLogTableParser(entry.table);
    } else if (entry.kind === 'data' && parse !== undefined) {
      yield { kind: 'events', events: parse(entry.bytes) };
    } else if (entry.kind === 'end' && parse !== undefined) {
      parse = undefined;
      yield { kind: 'logEnd', events: entry.rows };
    } else {
      yield entry;
    }
  }
}

/** Reads in order, a few megabytes at a time. */
export async function* readArchivedLog(file: FileHandle): AsyncGenerator<readonly Recorded[]> {
  for await (const entry of readEntries(file)) if (entry.kind === 'events') yield entry.events;
}

/** Checks each hash against the one before, if the log had a chain. */
class Chain {
  #previous = CHAIN_START;
  brokenAt: Position | undefined;

  take(events: readonly Recorded[]): void {
    for (const event of events) {
      if (event.hash === undefined) continue;
      if (event.hash !== chainHash(this.#previous, event)) this.brokenAt ??= event.position;
      this.#previous = event.hash;
    }
  }
}

export interface CheckedArchive {
  readonly header: ArchiveHeader;
  readonly events: number;
  /** Identifies this file. */
  readonly digest: string;
}

/**
 * Reads a whole backup and checks it. Call this before any of the file is used.
 * @throws BadEnvironment as `readArchive`, when tables or events are missing, and when the chain of hashes breaks
 */
export const checkArchive = async (file: FileHandle): Promise<CheckedArchive> => {
  let header: ArchiveHeader | undefined;
  let [tables, events, digest] = [0, 0, ''];
  let expected: number | undefined;
  const chain = new Chain();
  for await (const entry of readEntries(file)) {
    if (entry.kind === 'header') ({ header } = entry);
    if (entry.kind === 'end') tables += 1;
    if (entry.kind === 'logEnd') expected = entry.events;
    if (entry.kind === 'digest') ({ digest } = entry);
    if (entry.kind !== 'events') continue;
    chain.take(entry.events);
    events += entry.events.length;
  }
  if (header === undefined || tables !== header.tables.length)
    throw damagedArchiveError('tables are missing');
  if (expected !== events) throw damagedArchiveError('events are missing');
  if (chain.brokenAt !== undefined) {
    throw new BadEnvironment(`The chain of hashes breaks at ${chain.brokenAt}: do not use this.`);
  }
  return { header, events, digest };
};
