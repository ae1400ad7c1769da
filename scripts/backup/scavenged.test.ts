import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { readLog } from '#/ledger/contract/samples.ts';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { startProduct, type ProductPlace } from '#/scripts/testing/product.ts';
import { backUp } from './back-up.ts';

/** A store as after a scavenge: no read returns the removed events. */
const scavenged = (store: EventStore, isGone: (event: Recorded) => boolean): EventStore => ({
  append: (...args) => store.append(...args),
  readStream: async (...args) => (await store.readStream(...args)).filter((each) => !isGone(each)),
  async *readAll(args) {
    for await (const events of store.readAll(args)) {
      const remaining = events.filter((each) => !isGone(each));
      if (remaining.length > 0) yield remaining;
    }
  },
  async *subscribe(args) {
    for await (const message of store.subscribe(args)) {
      yield message.kind === 'events'
        ? { ...message, events: message.events.filter((each) => !isGone(each)) }
        : message;
    }
  },
  head: () => store.head(),
  rewinds: () => store.rewinds(),
  lineage: () => store.lineage(),
  checkpoints: store.checkpoints,
  close: () => store.close(),
});

describe('A backup of a log on EventStoreDB', function () {
  this.timeout(60_000);
  const beneath = createMemoryStore();
  const scavengedIds = new Set<string>();
  let server: TestEventStoreDb;
  let operator: EventStoreDBClient;
  let database: TestDatabase;
  let folder: string;
  let place: ProductPlace;
  let stream: string;

  before(async () => {
    server = await testEventStoreDb(scavenged(beneath, ({ id }) => scavengedIds.has(id)));
    operator = EventStoreDBClient.connectionString(server.url);
    database = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'razao-scavenged-'));
    place = { databaseUrl: database.url, eventStoreUrl: server.url, dataDir: join(folder, 'data') };
    const product = await startProduct(0, { place });
    const buyer = { name: 'Maria da Silva', phone: '11987654321', cpf: '52998224725' };
    const order = { ...buyer, email: 'maria@example.com', offerId: 'demo-ebook' };
    const purchase = { ...order, paymentMethod: 'PIX' } as const;
    const { paymentId } = await product.ask('checkout.purchase', purchase, { key: randomUUID() });
    await product.stop();
    stream = `payment-${paymentId}`;
  });
  afterEach(() => scavengedIds.clear());
  after(async () => {
    await operator.dispose();
    await server.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** @returns the number of events in the backup, or why it failed */
  const backUpNow = async (): Promise<number | string> => {
    const file = join(folder, `${randomUUID()}.backup`);
    try {
      return (await backUp({ ...place, file })).events;
    } catch (error) {
      expect(existsSync(file)).to.equal(false);
      return error instanceof Error ? error.message : String(error);
    }
  };
  const scavenge = async (isGone: (event: Recorded) => boolean): Promise<void> => {
    for (const event of await readLog(beneath)) if (isGone(event)) scavengedIds.add(event.id);
  };

  it('contains events that truncateBefore hides, as long as the log has them', async () => {
    const whole = await backUpNow();
    expect(whole).to.be.a('number');
    await operator.setStreamMetadata(stream, { truncateBefore: 1 });
    expect(await backUpNow()).to.equal(whole);
  });

  it('fails once a scavenge removed the beginning of a stream, and leaves no file', async () => {
    await scavenge((event) => event.stream === stream && event.revision === 0);
    expect(String(await backUpNow())).to.include(`lacks what came before revision 1 of ${stream}`);
  });

  it('fails once a scavenge removed the events of a tombstoned stream, and leaves no file', async () => {
    await operator.tombstoneStream(stream);
    expect(await backUpNow()).to.be.a('number');
    // Leaves the tombstone.
    await scavenge((event) => event.stream === stream && !event.type.startsWith('$'));
    expect(String(await backUpNow())).to.include(`lacks every event of ${stream}`);
  });
});
