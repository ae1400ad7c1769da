import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { openLog, openStore } from '#/api/composition/store.ts';
import { leafHash } from '#/ledger/audit/hash.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import {
  environmentOf,
  startProduct,
  type Product,
  type ProductPlace,
} from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { sample } from '#/scripts/testing/sampled.ts';

const RESTORE = join(import.meta.dirname, '..', 'commands', 'restore.ts');

interface EmptyPlace extends ProductPlace {
  readonly isWriting: () => Promise<boolean>;
  readonly releaseInsert: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Key of the advisory lock that makes the first insert of events wait. */
const HELD = 4_711;

/** The first insert of events waits until `releaseInsert`. Meanwhile the restore is killed, and the server then finishes that insert. */
const STUCK = `
  CREATE FUNCTION stick() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT count(*) FROM ledger.event) = 0 THEN PERFORM pg_advisory_xact_lock(${HELD}); END IF;
    RETURN NULL;
  END $$;
  CREATE FUNCTION make_stick() RETURNS event_trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE object_identity = 'ledger.event') THEN
      CREATE TRIGGER stick BEFORE INSERT ON ledger.event FOR EACH STATEMENT EXECUTE FUNCTION public.stick();
    END IF;
  END $$;
  CREATE EVENT TRIGGER make_stick ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
    EXECUTE FUNCTION make_stick();
`;

const inPostgres = async (dataDir: string): Promise<EmptyPlace> => {
  const database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  await pool.query(STUCK);
  const holder = await pool.connect();
  await holder.query(`SELECT pg_advisory_lock(${HELD})`);
  return {
    databaseUrl: database.url,
    dataDir,
    isWriting: async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${HELD} AND NOT granted`,
      );
      return rowCount === 1;
    },
    releaseInsert: async () => {
      await holder.query(`SELECT pg_advisory_unlock(${HELD})`);
    },
    remove: async () => {
      holder.release();
      await pool.end();
      await database.drop();
    },
  };
};

const inEventStoreDb = async (dataDir: string): Promise<EmptyPlace> => {
  const database = await testDatabase();
  const beneath = createMemoryStore();
  const server = await testEventStoreDb(beneath);
  server.faults.slowCommitMs = 100;
  return {
    databaseUrl: database.url,
    eventStoreUrl: server.url,
    dataDir,
    isWriting: async () => Number((await beneath.head()) ?? 0) >= 20,
    releaseInsert: async () => {
      server.faults.slowCommitMs = 0;
    },
    remove: async () => {
      await server.stop();
      await database.drop();
    },
  };
};

describe('A restore that is killed', function () {
  this.timeout(120_000);
  let product: Product;
  let folder: string;
  let file: string;
  let otherFile: string;
  let events: number;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-cut-off-'));
    file = join(folder, 'razao.backup');
    product = await startProduct(1);
    const { code, output } = await runScript('backup', [file], product.environment);
    expect(code, output).to.equal(0);
    otherFile = join(folder, 'other.backup');
    await runScript('backup', [otherFile], product.environment);
    events = Number(/(\d+) events/.exec(output)?.[1]);
  });
  after(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const begin = (place: ProductPlace) =>
    spawn(process.execPath, [RESTORE, file], {
      env: { ...process.env, ...environmentOf(place) },
      stdio: 'ignore',
    });

  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'not refused',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  const stores = [
    ['Postgres', inPostgres],
    ['EventStoreDB', inEventStoreDb],
  ] as const;
  for (const [store, open] of sample(stores, 1)) {
    it(`prevents starts and other restores into ${store}, and completes when it is run again`, async () => {
      const place = await open(join(folder, store));
      await cp(product.dataDir, place.dataDir, { recursive: true });
      try {
        const child = begin(place);
        const exited = once(child, 'exit');
        await eventually(async () => (await place.isWriting()) || undefined, 'it writes');
        const meanwhile = await runScript('restore', [file], environmentOf(place));
        expect(meanwhile.output).to.include('being restored into this database already');
        child.kill('SIGKILL');
        await exited;
        await place.releaseInsert();
        expect(await refusal(openStore(place))).to.include('goes on with it');
        const started = await runScript('start', [], environmentOf(place));
        expect(started.code).to.equal(1);
        expect(started.output).to.include('goes on with it');
        const another = await runScript('restore', [otherFile], environmentOf(place));
        expect(another.output).to.include('Another backup was begun to be restored');
        const { code, output } = await runScript('restore', [file], environmentOf(place));
        expect(code, output).to.equal(0);
        const log = await openLog(place);
        const source = await openLog({
          databaseUrl: product.databaseUrl,
          eventStoreUrl: product.environment['EVENTSTORE_URL'],
        });
        const leaves = async (each: typeof log) =>
          (await readLog(each)).slice(0, events).map((event) => leafHash(event).toString('hex'));
        expect(await leaves(log)).to.deep.equal(await leaves(source));
        expect(await readLog(log)).to.have.length(events);
        await Promise.all([log.close(), source.close()]);
        const verified = await runScript('verify', ['--deep'], environmentOf(place));
        expect(verified.output).to.include('Everything fits.');
      } finally {
        await place.remove();
      }
    });
  }
});
