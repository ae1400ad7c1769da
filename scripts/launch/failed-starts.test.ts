import { expect } from 'chai';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createRandom } from '#/scripts/seeds/random.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';
import {
  preparePostgresFiles,
  readAccess,
  readPostmaster,
} from '#/scripts/embedded-postgres/postgres-files.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { processesOf, type StartedProduct } from '#/scripts/testing/started-product.ts';
import { END_MS, ProductPlace } from './testing/product-place.ts';
import { waitUntil } from './wait-until.ts';

// These tests run the real command and Postgres, with faults at random moments.

const FAILURES = 50;

const FORGET_READ_MODELS = `DO $$ DECLARE schema text; BEGIN
  FOR schema IN SELECT nspname FROM pg_namespace WHERE nspname = 'projections' OR nspname ~ '_g[0-9]+$'
  LOOP EXECUTE format('DROP SCHEMA %I CASCADE', schema); END LOOP; END $$`;

describe('Starts and stops of the product', function () {
  this.timeout(600_000);
  let place: ProductPlace;

  before(async () => {
    place = await ProductPlace.open();
  });

  afterEach(() => place.killAll());
  after(() => place?.remove());

  describe('A failed start', () => {
    /** The returned function removes the fault. */
    type Inject = () => Promise<() => Promise<void>>;

    let started: StartedProduct | undefined;

    const doNothing = async (): Promise<void> => undefined;

    /** Waits until `find` returns something, or the product has started or ended. */
    const beforeItIsUp = async <Result>(
      find: () => Promise<Result | undefined> | Result | undefined,
    ): Promise<Result | undefined> => {
      const answer = await waitUntil(
        async () => (await find()) ?? (started?.isUp || started?.hasEnded ? null : undefined),
        { timeoutMs: END_MS, everyMs: 5 },
      );
      return answer ?? undefined;
    };

    const postmaster = async (): Promise<number> => {
      const files = await preparePostgresFiles(place.dataDir);
      const found = await beforeItIsUp(async () =>
        (await readPostmaster(files))?.ready ? readPostmaster(files) : undefined,
      );
      return found?.pid ?? 0;
    };

    const inDatabase = async (statement: string, database = 'razao'): Promise<void> => {
      const files = await preparePostgresFiles(place.dataDir);
      const [access, running] = [await readAccess(files), await readPostmaster(files)];
      const address = `razao:${access?.password}@127.0.0.1:${running?.port}`;
      const client = new pg.Client({ connectionString: `postgres://${address}/${database}` });
      // Postgres may be shut down meanwhile.
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    /** The connection may break before the answer. */
    const tryInDatabase = (statement: string, database?: string): Promise<void> =>
      inDatabase(statement, database).catch(() => undefined);

    /** Runs a statement while the product is stopped. */
    const runWhileStopped = async (statement: string, database?: string): Promise<void> => {
      const { stop } = await startPostgres({ dataDir: place.dataDir });
      await inDatabase(statement, database);
      await stop();
    };

    const causes: Readonly<Record<string, Inject>> = {
      'Postgres is killed': async () => {
        sendSignal(await postmaster(), 'SIGKILL');
        return doNothing;
      },
      'Postgres is shut down': async () => {
        sendSignal(await postmaster(), 'SIGINT');
        return doNothing;
      },
      'Postgres freezes': async () => {
        await postmaster();
        const servers = processesOf(place.dataDir).filter(({ command }) =>
          /^postgres|bin\/postgres/.test(command),
        );
        for (const { pid } of servers) sendSignal(pid, 'SIGSTOP');
        return async () => {
          for (const { pid } of servers) sendSignal(pid, 'SIGCONT');
        };
      },
      'the port is taken': async () => {
        const other: Server = createServer();
        await new Promise<void>((done) =>
          other.once('error', () => done()).listen(place.port, '127.0.0.1', done),
        );
        return () => new Promise((done) => void other.close(() => done()));
      },
      'the sandbox is killed': async () => {
        const sandbox = () =>
          processesOf(place.dataDir).find(({ command }) => command.includes('sandbox/main.ts'));
        const found = await beforeItIsUp(sandbox);
        if (found) sendSignal(found.pid, 'SIGKILL');
        return doNothing;
      },
      'the folder of files is a plain file': async () => {
        const files = join(place.dataDir, 'files');
        await rename(files, `${files}.away`);
        await writeFile(files, '');
        return async () => {
          await rm(files);
          await rename(`${files}.away`, files);
        };
      },
      'the database becomes read-only': async () => {
        await postmaster();
        await tryInDatabase('ALTER DATABASE razao SET default_transaction_read_only = on');
        return () =>
          runWhileStopped('ALTER DATABASE razao RESET default_transaction_read_only', 'postgres');
      },
      'the database refuses connections': async () => {
        await postmaster();
        await tryInDatabase('ALTER DATABASE razao ALLOW_CONNECTIONS false', 'postgres');
        return () => runWhileStopped('ALTER DATABASE razao ALLOW_CONNECTIONS true', 'postgres');
      },
    };

    /** This fault is there before a start, which finds it late. */
    const UNKNOWN_EVENT = 'the log holds an event of an unknown type';
    const unknownEvent: Inject = async () => {
      await runWhileStopped(`
        ${FORGET_READ_MODELS};
        CREATE TABLE ledger.known AS SELECT position, type FROM ledger.event ORDER BY position DESC LIMIT 1;
        ALTER TABLE ledger.event DISABLE TRIGGER append_only;
        UPDATE ledger.event SET type = 'NobodyKnows' FROM ledger.known WHERE known.position = event.position`);
      return () =>
        runWhileStopped(`
          UPDATE ledger.event SET type = known.type FROM ledger.known WHERE known.position = event.position;
          ALTER TABLE ledger.event ENABLE ALWAYS TRIGGER append_only;
          DROP TABLE ledger.known; ${FORGET_READ_MODELS}`);
    };

    const kinds = [...Object.keys(causes), UNKNOWN_EVENT];
    const failures = Array.from({ length: FAILURES }, (_, index) => {
      const chance = createRandom(1_000 + index);
      return { seed: index + 1, kind: kinds[index % kinds.length] ?? '', moment: chance() };
    });

    /**
     * Starts the product, and injects the fault after `moment` (0 to 1) of the usual duration of a start. If the start succeeds
     * nevertheless, starts again with an earlier fault.
     * @returns the product that failed to start
     */
    const startInto = async (inject: Inject, moment: number): Promise<StartedProduct> => {
      for (let share = moment; share > moment / 1_000; share /= 2) {
        const product = place.start();
        started = product;
        await delay(share * place.startMs);
        const removeFault =
          product.hasEnded || product.isUp ? doNothing : await inject().catch(() => doNothing);
        await product.settled(END_MS);
        if (product.isUp) {
          sendSignal(product.pid, 'SIGTERM');
          await place.ends(product);
        }
        const exit = await place.ends(product);
        await removeFault();
        if (exit !== 0) return product;
      }
      throw new Error('It started all the same.');
    };

    /** Starts the product after the fault. */
    const startOnto = async (inject: Inject): Promise<StartedProduct> => {
      const removeFault = await inject();
      const product = place.start();
      await place.ends(product);
      await removeFault();
      return product;
    };

    for (const { seed, kind, moment } of sample(failures, 4)) {
      it(`ends with one sentence and leaves nothing behind when ${kind} (seed ${seed})`, async () => {
        const cause = causes[kind];
        const product = cause ? await startInto(cause, moment) : await startOnto(unknownEvent);
        expect(product.child.exitCode).to.equal(1);
        expect(product.errors.trim().split('\n'), product.errors).to.have.length(1);
        expect(product.errors, product.errors)
          .to.match(/^[A-Z].*\.\n$/)
          // Postgres's own messages may contain `unexpected`.
          .and.not.to.include('Something unexpected');
        // The product leaves a hung server running, since others may use it.
        if (kind === 'Postgres freezes')
          await (await startPostgres({ dataDir: place.dataDir })).stop();
        await place.nothingIsLeft();
      });
    }
  });
});
