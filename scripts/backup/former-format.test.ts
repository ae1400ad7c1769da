import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { openLog } from '#/api/composition/store.ts';
import { leafHash } from '#/ledger/audit/hash.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import {
  environmentOf,
  startProduct,
  type Product,
  type ProductPlace,
} from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { copyStatement, findBackupTables } from './tables.ts';

const frame = (kind: string, payload: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
};

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The log in layout 1. */
const LOG = {
  schema: 'ledger',
  name: 'event',
  columns: 'position revision recorded_at id stream type data meta hash'.split(' '),
};
/** A table that backups of format 1 have. */
const MARK = { schema: 'audit', name: 'log', columns: ['one', 'first_position', 'first_id'] };

/** Writes a backup as earlier releases did, in the time zone of São Paulo. @returns the number of its events */
const backUpAsBefore = async (databaseUrl: string, file: string): Promise<number> => {
  await using stack = new AsyncDisposableStack();
  const client = stack.adopt(new pg.Client({ connectionString: databaseUrl }), (each) =>
    each.end(),
  );
  await client.connect();
  await client.query(`SET TimeZone = 'America/Sao_Paulo'`);
  const currentTables = await findBackupTables(client);
  const tables = [MARK, ...currentTables.slice(0, 3), LOG, ...currentTables.slice(3)];
  const header = {
    format: 1,
    createdAt: new Date().toISOString(),
    postgres: '18',
    events: 1,
    tables,
  };
  const parts = [Buffer.from('razao backup\n'), frame('H', json(header))];
  let events = 0;
  for (const table of tables) {
    parts.push(frame('T', json(table)));
    // Postgres may put a row into any page with room, but a backup has events in the order of their positions.
    const rows =
      table === LOG
        ? `(SELECT ${LOG.columns.join(', ')} FROM ledger.event ORDER BY position)`
        : copyStatement(table);
    const stream = client.query(copyStreams.to(`COPY ${rows} TO STDOUT`));
    const bytes = Buffer.concat(await Array.fromAsync<Buffer>(stream));
    // COPY cuts at arbitrary bytes.
    for (let from = 0; from < bytes.length; from += 1_001) {
      parts.push(frame('D', bytes.subarray(from, from + 1_001)));
    }
    parts.push(frame('E', json({ rows: stream.rowCount })));
    if (table === LOG) events = stream.rowCount;
  }
  // The head of the last frame, whose payload is the digest of everything before the payload.
  const end = frame('Z', Buffer.alloc(32)).subarray(0, 5);
  const body = Buffer.concat([...parts, end]);
  await writeFile(file, Buffer.concat([body, createHash('sha256').update(body).digest()]));
  return events;
};

describe('A backup of an earlier release', function () {
  this.timeout(120_000);
  let product: Product;
  let folder: string;
  let file: string;
  let events: number;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-former-'));
    file = join(folder, 'former.backup');
    product = await startProduct(0, { log: 'postgres' });
    // COPY and JSON escape these characters differently.
    const name = 'Ana "Nica" \\ d\'Ávila';
    const input = { offerId: 'demo-ebook', name, email: 'ana@example.com', phone: '11987654321' };
    const purchase = { ...input, cpf: '52998224725', paymentMethod: 'PIX' } as const;
    await product.ask('checkout.purchase', purchase, { key: randomUUID() });
    events = await backUpAsBefore(product.databaseUrl, file);
  });
  after(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const restoreAndVerify = async (place: ProductPlace): Promise<void> => {
    await cp(product.dataDir, place.dataDir, { recursive: true });
    const { code, output } = await runScript('restore', [file], environmentOf(place));
    expect(code, output).to.equal(0);
    const verified = await runScript('verify', ['--deep'], environmentOf(place));
    expect(verified.output).to.include('Everything fits.');
    await using stack = new AsyncDisposableStack();
    const leaves = async (each: ProductPlace) => {
      const store = stack.adopt(await openLog(each), (log) => log.close());
      return (await readLog(store))
        .slice(0, events)
        .map((event) => leafHash(event).toString('hex'));
    };
    expect(await leaves(place)).to.deep.equal(await leaves(product.place));
  };

  it('is restored into Postgres', async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.adopt(await testDatabase(), (each) => each.drop());
    await restoreAndVerify({ databaseUrl: database.url, dataDir: join(folder, 'postgres') });
  });

  it('is restored into EventStoreDB', async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.adopt(await testDatabase(), (each) => each.drop());
    const server = stack.adopt(await testEventStoreDb(createMemoryStore()), (each) => each.stop());
    const place = { databaseUrl: database.url, eventStoreUrl: server.url };
    await restoreAndVerify({ ...place, dataDir: join(folder, 'eventstoredb') });
  });
});
