import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect } from 'chai';
import pg from 'pg';
import { z } from 'zod';
import { loadSecrets } from '#/api/composition/secrets.ts';
import { canonicalJson } from '#/domain/values/canonical-json.ts';
import { projections } from '#/projections/registry.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { restoreFrom } from './restore-from.ts';

/**
 * `earlier-release.backup.zst` was written by the code of 2026-11-27 (revision befb7a18), the earliest whose backups can still be restored:
 * a fortnight of the demo's sales, refunds and withdrawals, a registered receiver, a second platform, mails, and a random history of the
 * other outcomes. `earlier-release.json` has, by table, digests of rows in the columns that it names. `derivedThen` is of the rows that
 * the earlier code derived from this log, in all of its columns. `derivedNow` is of the tables and columns that there were on 2026-11-30,
 * when every row of `derivedThen` was compared with them and was the same. Who changes a read model on purpose renews its digest.
 */
const FIXTURE = join(import.meta.dirname, 'testing', 'earlier-release');

/** The master key for the personal data of this log, all of it invented. No other log is encrypted with it. */
const KEK = `former:${Buffer.alloc(32, 7).toString('base64')}`;

const digested = z.strictObject({
  columns: z.array(z.string()),
  rows: z.int(),
  digest: z.string(),
});

type Digested = z.output<typeof digested>;

const derivations = z.strictObject({
  derivedThen: z.record(z.string(), digested),
  derivedNow: z.record(z.string(), digested),
});

type Row = Readonly<Record<string, unknown>>;

const tables = projections.flatMap((each) => Object.values(each.tables).map(({ name }) => name));

/** Returns the digest of some columns of rows, whatever the order of the rows. */
const digestOf = (rows: readonly Row[], columns: readonly string[]): Digested => {
  const texts = rows.map((row) => canonicalJson(columns.map((column) => row[column] ?? null)));
  const digest = createHash('sha256').update(texts.toSorted().join('\n')).digest('hex');
  return { columns: [...columns], rows: rows.length, digest };
};

describe('A log that an earlier release recorded, restored by this one', function () {
  this.timeout(120_000);
  let folder: string;
  let database: TestDatabase;
  let pool: pg.Pool;
  let stored: z.output<typeof derivations>;

  before(async () => {
    stored = derivations.parse(JSON.parse(await readFile(`${FIXTURE}.json`, 'utf8')));
    folder = await mkdtemp(join(tmpdir(), 'razao-earlier-'));
    const file = join(folder, 'earlier.backup');
    await writeFile(file, zstdDecompressSync(await readFile(`${FIXTURE}.backup.zst`)));
    database = await testDatabase();
    const secrets = await loadSecrets(folder, { KEK });
    // A restore derives all read models from the log.
    await restoreFrom({ databaseUrl: database.url, file, secrets });
    pool = new pg.Pool({ connectionString: database.url, options: '-c TimeZone=UTC' });
  });
  after(async () => {
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const listColumns = async (table: string): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ readonly name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'read' AND table_name = $1 ORDER BY column_name COLLATE "C"`,
      [table],
    );
    return rows.map(({ name }) => name);
  };

  /** Returns the digests of the restored rows, by table, in the columns that the stored digests name. */
  const digestRows = async (
    storedDigests: Readonly<Record<string, Digested>>,
  ): Promise<Readonly<Record<string, Digested>>> => {
    const digests: Record<string, Digested> = {};
    for (const [table, { columns }] of Object.entries(storedDigests)) {
      const { rows } = await pool.query<{ readonly row: Row }>(
        `SELECT to_jsonb(t) AS row FROM read.${table} t`,
      );
      digests[table] = digestOf(
        rows.map(({ row }) => row),
        columns,
      );
    }
    return digests;
  };

  it('has in its read models the rows that the earlier release derived from it', async () => {
    expect(await digestRows(stored.derivedThen)).to.deep.equal(stored.derivedThen);
  });

  it('has in the tables and columns of later releases the rows that were derived at first', async () => {
    expect(await digestRows(stored.derivedNow)).to.deep.equal(stored.derivedNow);
  });

  it('is compared in all tables and columns that read models have', async () => {
    const columnsBy: Record<string, readonly string[]> = {};
    for (const name of tables) columnsBy[name] = await listColumns(name);
    const compared = Object.entries(stored.derivedNow).map(
      ([name, { columns }]) => [name, columns] as const,
    );
    expect(Object.fromEntries(compared)).to.deep.equal(columnsBy);
  });
});
