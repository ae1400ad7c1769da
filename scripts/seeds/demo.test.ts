import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { openStore } from '#/api/composition/store.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { seedDemoWhenEmpty } from './demo.ts';

const productCreated = z.looseObject({ details: z.looseObject({ image: z.string() }) });

const timed = z.looseObject({ at: z.string() });

describe('Demo data', () => {
  let database: TestDatabase;
  let dataDir: string;

  before(async function () {
    this.timeout(120_000);
    database = await testDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-demo-'));
    await seedDemoWhenEmpty({
      databaseUrl: database.url,
      eventStoreUrl: undefined,
      dataDir,
      webhookBaseUrl: 'http://127.0.0.1:9',
      weeks: 2,
      onProgress: () => undefined,
    });
  });
  after(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const recorded = async () => {
    const store = await openStore({ databaseUrl: database.url, eventStoreUrl: undefined });
    const events = (await Array.fromAsync(store.readAll({}))).flat();
    await store.close();
    return events;
  };

  it('has a picture of its own for each product', async () => {
    const created = (await recorded()).filter(({ type }) => type === 'ProductCreated');
    const images = created.map(({ data }) => productCreated.parse(JSON.parse(data)).details.image);
    expect(new Set(images).size).to.equal(6);
    for (const image of images) {
      expect(image).to.match(/^\/files\/demo\/\w+\.svg$/);
      const file = join(import.meta.dirname, 'pictures', basename(image));
      expect((await stat(file)).size, image).to.be.greaterThan(0);
    }
  });

  it('has sales that were paid, refunds and withdrawals', async () => {
    const types = (await recorded()).map(({ type }) => type);
    const times = (type: string) => types.filter((each) => each === type).length;
    expect(times('PaymentApproved')).to.be.greaterThan(20);
    for (const type of ['PaymentRefunded', 'WithdrawalSettled'])
      expect(times(type), type).to.be.greaterThan(0);
  });

  it('has a second platform with people and sales of its own, none of which is recorded under the first platform', async () => {
    const events = await recorded();
    const ofSecond = events.filter(({ meta }) => JSON.parse(meta).platform === 'feira');
    const types = ofSecond.map(({ type }) => type);
    for (const type of ['PlatformCreated', 'SellerCreated', 'StaffCreated', 'OfferCreated'])
      expect(
        types.filter((each) => each === type),
        type,
      ).to.have.length(1);
    const sales = ofSecond.filter(({ type }) => type === 'PaymentRequested');
    expect(sales).to.have.length(4);
    expect(types.filter((type) => type === 'PaymentApproved')).to.have.length(3);
    expect(types).to.include('ReceivablesBooked');
    for (const { data } of sales)
      expect(JSON.parse(data)).to.include({ platformId: 'feira', sellerId: 'feira-seller' });
    const others = events.filter(({ stream }) => stream.includes('feira'));
    for (const { meta } of others) expect(JSON.parse(meta).platform).to.equal('feira');
  });

  it('is recorded in chronological order', async () => {
    const events = await recorded();
    const times = events.flatMap(({ data, type }) => {
      const parsed = timed.safeParse(JSON.parse(data));
      return parsed.success ? [`${parsed.data.at} ${type}`] : [];
    });
    expect(times.length).to.be.greaterThan(200);
    const late = times.filter(
      (time, index) => time.slice(0, 24) < (times[index - 1] ?? '').slice(0, 24),
    );
    expect(late).to.deep.equal([]);
  });
});
