import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { loadSecrets } from '#/api/composition/secrets.ts';
import type { Secrets } from '#/api/composition/secrets.ts';
import { openLog, type StoreLocations } from '#/api/composition/store.ts';
import { leafHash } from '#/ledger/audit/hash.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { decode } from '#/ledger/codec.ts';
import { facts, follow, newStream, readLog } from '#/ledger/contract/samples.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { balancesFromLog } from '#/scripts/crash/recount.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import { backUp } from './back-up.ts';
import { restoreFrom } from './restore-from.ts';

const BACKUP = join(import.meta.dirname, '..', 'commands', 'backup.ts');

const purchase = {
  offerId: 'demo-ebook',
  paymentMethod: 'PIX',
  name: 'Maria da Silva',
  phone: '11987654321',
  cpf: '52998224725',
} as const;

const within = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const logOf = async (locations: StoreLocations) => {
  await using stack = new AsyncDisposableStack();
  return await readLog(stack.adopt(await openLog(locations), (log) => log.close()));
};

/** Leaf hashes do not depend on the current position. */
const leavesOf = (events: readonly Recorded[]) =>
  events.map((event) => leafHash(event).toString('hex'));

const rowsOf = (url: string, query: string) =>
  within(url, async (client) => (await client.query<Record<string, unknown>>(query)).rows);

describe('A backup', () => {
  let product: Product;
  let folder: string;
  let file: string;
  let secrets: Secrets;
  const databases: TestDatabase[] = [];

  const emptyDatabase = async (): Promise<string> => {
    const database = await testDatabase();
    databases.push(database);
    return database.url;
  };

  const restore = async (from: string, databaseUrl: string) =>
    restoreFrom({ databaseUrl, file: from, secrets });

  const refusal = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'not refused',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(join(tmpdir(), 'razao-backup-'));
    file = join(folder, 'razao.backup');
    product = await startProduct();
    secrets = await loadSecrets(product.dataDir, {});
    let bought = 0;
    const enough = new AbortController();
    const shop = async (): Promise<void> => {
      while (!enough.signal.aborted) {
        const email = `maria-${randomUUID()}@example.com`;
        const input = { ...purchase, email };
        const { payment } = await product.ask('checkout.purchase', input, { key: randomUUID() });
        await product.pay(payment);
        bought += 1;
      }
    };
    const shoppers = [shop(), shop(), shop()];
    await eventually(() => (bought > 10 ? true : undefined), 'ten purchases');
    await backUp({ ...product.place, file });
    const boughtBefore = bought;
    await eventually(() => (bought > boughtBefore + 3 ? true : undefined), 'purchases after it');
    enough.abort();
    await Promise.all(shoppers);
  });

  after(async () => {
    await product.stop();
    await Promise.all(databases.map(({ drop }) => drop()));
    await rm(folder, { recursive: true, force: true });
  });

  it('taken during purchases restores its events, balances and users into an empty database', async () => {
    const url = await emptyDatabase();
    const { events } = await restore(file, url);
    const [restoredLog, sourceLog] = [
      await logOf({ databaseUrl: url }),
      await logOf(product.place),
    ];
    expect(restoredLog).to.have.length(events);
    expect(sourceLog.length).to.be.greaterThan(events);
    expect(leavesOf(restoredLog)).to.deep.equal(leavesOf(sourceLog.slice(0, events)));

    const balances = balancesFromLog(restoredLog.map(decode));
    const journal = await rowsOf(
      url,
      `SELECT account, sum(credits - debits)::float8 AS balance
       FROM read.journal_account_day GROUP BY account`,
    );
    const nonZero = (entries: readonly (readonly [unknown, unknown])[]) =>
      new Map(entries.filter(([, cents]) => cents !== 0));
    expect(nonZero(journal.map((row) => [row['account'], row['balance']]))).to.deep.equal(
      nonZero([...balances]),
    );

    // Sign-ins are there, and the same master key decrypts names.
    const people = await rowsOf(url, 'SELECT count(*)::int AS people FROM auth."user"');
    expect(people[0]?.['people']).to.be.greaterThan(2);
    const requested = restoredLog.map(decode).find(({ type }) => type === 'PaymentRequested');
    if (requested?.type !== 'PaymentRequested') throw new Error('nobody bought anything');
    const pool = new pg.Pool({ connectionString: url });
    const vault = await createVault({ pool, masterKeys: secrets.masterKeys });
    expect(await vault.decrypt(requested.data.buyer.identity)).to.include({ name: purchase.name });
    await pool.end();
  });

  it('restores a log that can be followed and appended to', async () => {
    const url = await emptyDatabase();
    const { events } = await restore(file, url);
    const store = await openPostgresStore({ connectionString: url });
    try {
      const stream = newStream();
      const { signal } = new AbortController();
      let appended = false;
      const seen = await follow(store.subscribe({ signal }), (all, caughtUp) => {
        if (caughtUp === 1 && !appended) {
          appended = true;
          void store.append(stream, facts(2), { expected: 'no_stream' });
        }
        return all.length === events + 2;
      });
      expect(seen.at(-1)?.stream).to.equal(stream);
      expect(seen.map(({ position }) => Number(position))).to.deep.equal(
        Array.from({ length: events + 2 }, (_, index) => index + 1),
      );
    } finally {
      await store.close();
    }
    const inserted = await rowsOf(
      url,
      `INSERT INTO webhooks.notice (notice_id, provider, type, outcome)
       VALUES ('x', 'sandbox', 'TRANSACTION', 'RECEIVED')
       RETURNING sequence > (SELECT max(sequence) FROM webhooks.notice) AS later`,
    );
    expect(inserted).to.deep.equal([{ later: true }]);
  });

  it('is refused when cut off, altered or of another format, and creates nothing in the database', async () => {
    const url = await emptyDatabase();
    const whole = await readFile(file);
    const broken = join(folder, 'broken.backup');
    const refusalOf = async (bytes: Buffer): Promise<string> => {
      await writeFile(broken, bytes);
      return refusal(restore(broken, url));
    };
    expect(await refusalOf(whole.subarray(0, whole.length - 40))).to.include('not whole');
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).to.include('not whole');
    expect(await refusalOf(Buffer.concat([whole, Buffer.from('\n')]))).to.include('more follows');
    const altered = Buffer.from(whole);
    const at = altered.indexOf('PaymentRequested');
    altered.write('PaymentRequesteD', at);
    expect(await refusalOf(altered)).to.include('altered');
    expect(await refusalOf(Buffer.from('-- PostgreSQL database dump'))).to.include('not a backup');
    const later = whole.toString('latin1').replace('"format":2', '"format":9');
    expect(await refusalOf(Buffer.from(later, 'latin1'))).to.include('format 9');
    const made = await rowsOf(url, "SELECT to_regnamespace('ledger') AS made");
    expect(made).to.deep.equal([{ made: null }]);
  });

  it('is refused when an event was altered and the digest recomputed, because the hashes differ', async () => {
    const url = await emptyDatabase();
    const bytes = await readFile(file);
    const at = bytes.indexOf('E-book Finan');
    bytes.write('E-hook Finan', at);
    const body = bytes.subarray(0, bytes.length - 32);
    const forged = join(folder, 'forged.backup');
    await writeFile(forged, Buffer.concat([body, createHash('sha256').update(body).digest()]));
    // A log without a chain has a hash for each event.
    const expectedRefusal = /The chain of hashes breaks at 0000|was altered: its content/;
    expect(await refusal(restore(forged, url))).to.match(expectedRefusal);
  });

  it('leaves no file under its name when it is killed, and succeeds when it is taken again', async () => {
    const cutOff = join(folder, 'cut-off.backup');
    const isBegun = async (): Promise<true | undefined> =>
      (await readdir(folder)).some((name) => name.endsWith('.partial')) || undefined;
    await within(product.databaseUrl, async (client) => {
      // The lock stops the backup here.
      await client.query('BEGIN; LOCK TABLE webhooks.notice IN ACCESS EXCLUSIVE MODE');
      const child = spawn(process.execPath, [BACKUP, cutOff], {
        env: { ...process.env, ...product.environment },
        stdio: 'ignore',
      });
      await eventually(isBegun, 'it writes');
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    expect(existsSync(cutOff)).to.equal(false);
    await backUp({ ...product.place, file: cutOff });
    expect((await restore(cutOff, await emptyDatabase())).events).to.be.greaterThan(10);
  });

  it('is refused with the secrets of another installation, and then restored with its own', async () => {
    const url = await emptyDatabase();
    const others = await loadSecrets(await mkdtemp(join(folder, 'others-')), {});
    const wrong = restoreFrom({ databaseUrl: url, file, secrets: others });
    expect(await refusal(wrong)).to.match(/^The personal data of this database is encrypted/);
    const [log] = await rowsOf(url, `SELECT to_regclass('ledger.event') AS name`);
    expect(log).to.deep.equal({ name: null });
    expect((await restore(file, url)).events).to.be.greaterThan(10);
  });

  it('is never restored over existing tables, nor written over an existing file', async () => {
    const url = await emptyDatabase();
    await rowsOf(url, 'CREATE TABLE orders (id int)');
    expect(await refusal(restore(file, url))).to.include('this one has public.orders');
    const overwriting = backUp({ ...product.place, file });
    expect(await refusal(overwriting)).to.include('is there already');
    const nothing = backUp({ databaseUrl: url, file: join(folder, 'nothing.backup') });
    expect(await refusal(nothing)).to.include('nothing to back up');
  });
});
