import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { z } from 'zod';

import type { Machine } from '#/domain/ports/machine.ts';

/** `synchronous=NORMAL` keeps answered requests through a `kill -9`, and is fast. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    reference TEXT NOT NULL,
    due_at INTEGER,
    document TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS documents_by_reference ON documents (kind, reference);
  CREATE INDEX IF NOT EXISTS documents_due ON documents (kind, due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    request_digest TEXT NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS notices (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    body TEXT NOT NULL,
    copies INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS notices_due ON notices (due_at);
`;

interface Collection<Item> {
  readonly put: (item: Item) => void;
  readonly get: (id: string) => Item | undefined;
  readonly byReference: (reference: string) => readonly Item[];
  /** Returns what is due at `now` (Unix ms), earliest first. */
  readonly findDue: (now: number, limit: number) => readonly Item[];
  readonly remove: (id: string) => void;
}

interface CollectionKeys<Item> {
  readonly id: (item: Item) => string;
  readonly reference: (item: Item) => string;
  /** Unix ms. */
  readonly dueAt: (item: Item) => number | undefined;
}

/** Clock and ids; in a simulation they are the simulated bank's. */
type BankMachine = Pick<Machine, 'wallMs' | 'uuid'>;

const thisMachine: BankMachine = { wallMs: Date.now, uuid: () => randomUUID() };

export interface Store {
  readonly machine: BankMachine;
  readonly database: DatabaseSync;
  /** Commits what `work` writes, or rolls it back when `work` throws. */
  readonly atomically: <Result>(work: () => Result) => Result;
  readonly collection: <Schema extends z.ZodType>(
    kind: string,
    schema: Schema,
    keys: CollectionKeys<z.output<Schema>>,
  ) => Collection<z.output<Schema>>;
  readonly close: () => void;
}

const documentRow = z.object({ document: z.string() });

const createCollection = <Schema extends z.ZodType>(
  database: DatabaseSync,
  kind: string,
  schema: Schema,
  keys: CollectionKeys<z.output<Schema>>,
): Collection<z.output<Schema>> => {
  const put = database.prepare(
    `INSERT INTO documents (kind, id, reference, due_at, document) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET due_at = excluded.due_at, document = excluded.document`,
  );
  const get = database.prepare('SELECT document FROM documents WHERE kind = ? AND id = ?');
  const byReference = database.prepare(
    'SELECT document FROM documents WHERE kind = ? AND reference = ? ORDER BY rowid',
  );
  const due = database.prepare(
    `SELECT document FROM documents WHERE kind = ? AND due_at <= ? ORDER BY due_at LIMIT ?`,
  );
  const remove = database.prepare('DELETE FROM documents WHERE kind = ? AND id = ?');
  const read = (row: unknown): z.output<Schema> =>
    schema.parse(JSON.parse(documentRow.parse(row).document));
  return {
    put: (item) => {
      const dueAt = keys.dueAt(item) ?? null;
      put.run(kind, keys.id(item), keys.reference(item), dueAt, JSON.stringify(item));
    },
    get: (id) => {
      const row = get.get(kind, id);
      return row && read(row);
    },
    byReference: (reference) => byReference.all(kind, reference).map(read),
    findDue: (now, limit) => due.all(kind, now, limit).map(read),
    remove: (id) => {
      remove.run(kind, id);
    },
  };
};

/** The file has names and PIX keys unencrypted, so only its owner may read it. SQLite gives its log and index the same mode. */
const restrictToOwner = (databaseFile: string): void => {
  mkdirSync(dirname(databaseFile), { recursive: true });
  closeSync(openSync(databaseFile, 'a', 0o600));
  for (const suffix of ['', '-wal', '-shm']) {
    const file = `${databaseFile}${suffix}`;
    if (existsSync(file)) chmodSync(file, 0o600);
  }
};

/** `databaseFile` may be `:memory:`. */
export const openStore = (databaseFile: string, machine = thisMachine): Store => {
  if (databaseFile !== ':memory:') restrictToOwner(databaseFile);
  const database = new DatabaseSync(databaseFile);
  database.exec(SCHEMA);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  return {
    machine,
    database,
    atomically: (work) => {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        rollback.run();
        throw error;
      }
    },
    collection: (kind, schema, keys) => createCollection(database, kind, schema, keys),
    close: () => database.close(),
  };
};
