import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { z } from 'zod';
import { firstBrokenLink } from '#/ledger/audit/hash.ts';
import { decode } from '#/ledger/codec.ts';
import { readLogRows } from '#/scripts/record/log-rows.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';
import { beside, cutOff, execute, faults, type Fault } from './testing/database-faults.ts';

/** Promised to callers: an answer within so many milliseconds. */
const ANSWERED_WITHIN_MS = 5_000;

const buyer = { name: 'Maria da Silva', phone: '11987654321', cpf: '52998224725' };

const requestOf = (key: string) => ({
  ...buyer,
  offerId: 'demo-ebook',
  email: `${key}@example.com`,
  paymentMethod: 'PIX',
});

/** Discards the product's log, in which errors are intended here. */
const logTo = { write: () => undefined };

const readiness = z.object({
  status: z.string(),
  missing: z.array(z.object({ what: z.string(), why: z.array(z.string()) })).default([]),
  attention: z.array(z.unknown()).default([]),
});

/** Rows of the printed table. */
const table: Record<string, string>[] = [];

describe('The product while its database fails', () => {
  let product: Product;
  let cookie: string;
  const completed: string[] = [];

  const buy = async (key: string) => {
    const answer = await fetch(`${product.url}/api/checkout.purchase`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: product.url,
        'idempotency-key': key,
      },
      body: JSON.stringify(requestOf(key)),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });
    const { status, headers } = answer;
    const { code } = z.looseObject({ code: z.string().default('ok') }).parse(await answer.json());
    return { status, retryAfter: headers.get('retry-after'), code };
  };

  const askBalance = async () => {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const answer = await fetch(`${product.url}/api/seller.getBalance`, {
      headers: { cookie },
      signal,
    });
    await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };

  const readReadiness = async () => {
    const answer = await fetch(`${product.url}/readyz`);
    return { isReady: answer.status === 200, ...readiness.parse(await answer.json()) };
  };

  const untilHealed = async (): Promise<void> => {
    await eventually(async () => {
      const { isReady, attention } = await readReadiness();
      return isReady && attention.length === 0 ? true : undefined;
    }, 'it is ready again');
  };

  /** Buys during the fault, and repeats the same purchase after it. */
  const buyDuring = async (
    { name, isTotal, named }: Omit<Fault, 'begin' | 'end'>,
    begin: () => Promise<void>,
    end: () => Promise<void>,
  ): Promise<void> => {
    await untilHealed();
    await begin();
    const key = randomUUID();
    const [command, query] = await Promise.all([buy(key), askBalance()]);
    expect(command.status, `${name}: ${command.code}`).to.equal(503);
    expect(Number(command.retryAfter), command.code).to.be.greaterThan(0);
    if (isTotal) expect(query.status).to.equal(503);
    if (query.status !== 200) {
      expect([query.status, Number(query.retryAfter) > 0]).to.deep.equal([503, true]);
    }
    if (named !== undefined) {
      const { isReady, missing } = await readReadiness();
      expect(isReady).to.equal(false);
      expect(missing.map(({ what }) => what)).to.include(named);
    }
    await end();
    const repeated = await eventually(async () => {
      const answer = await buy(key);
      return answer.status === 200 ? answer : undefined;
    }, `${name}: the same purchase is taken afterwards`);
    completed.push(key);
    await untilHealed();
    const reported = `503 ${command.code}, Retry-After ${command.retryAfter}`;
    table.push({
      fault: name,
      command: reported,
      query: String(query.status),
      afterwards: repeated.code,
    });
  };

  /** Requires one payment for each completed purchase and no other, an unbroken chain of hashes, and no parked work. */
  const requireSound = async (url: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const recorded = (await Array.fromAsync(readLogRows(client))).flat();
    const { rows: parked } = await client.query('SELECT * FROM policies.parked');
    await client.end();
    expect(firstBrokenLink(recorded)).to.equal(undefined);
    const payments = recorded.map(decode).filter(({ type }) => type === 'PaymentRequested');
    expect(payments).to.have.length(completed.length);
    expect(new Set(payments.map(({ stream }) => stream)).size).to.equal(completed.length);
    expect(parked).to.deep.equal([]);
  };

  before(async function () {
    this.timeout(60_000);
    product = await startProduct(0, { logTo, log: 'postgres' });
    cookie = await product.signIn(people.seller.email);
  });

  after(async () => {
    await product.stop();
    console.table(table);
  });

  for (const fault of faults) {
    it(`answers 503 within five seconds when ${fault.name}, and recovers by itself`, async function () {
      this.timeout(60_000);
      const { databaseUrl: url } = product;
      await buyDuring(
        fault,
        () => fault.begin(url),
        () => fault.end(url),
      );
    });
  }

  it('answers 200 or 503 when connections are cut during purchases, and completes each on retry', async function () {
    this.timeout(60_000);
    const { outside, name } = beside(product.databaseUrl);
    const statuses: number[] = [];
    const shopper = async (): Promise<void> => {
      const key = randomUUID();
      await eventually(async () => {
        const { status } = await buy(key);
        statuses.push(status);
        return status === 200 ? true : undefined;
      }, 'a purchase');
      completed.push(key);
    };
    for (let round = 0; round < 4; round += 1) {
      const shoppers = [shopper(), shopper(), shopper()];
      await execute(outside, cutOff(name));
      await Promise.all(shoppers);
    }
    expect(new Set(statuses).difference(new Set([200, 503])).size).to.equal(0);
    await untilHealed();
    table.push({
      fault: 'connections are cut',
      command: '200 or 503',
      query: '',
      afterwards: 'ok',
    });
  });

  it('has recorded every completed purchase once, and no other', async () => {
    await requireSound(product.databaseUrl);
  });

  it('answers 503 while Postgres is stopped, and sells again when it is restarted', async function () {
    this.timeout(90_000);
    const dataDir = await mkdtemp(join(tmpdir(), 'razao-faults-'));
    const [shared, sharedCompleted] = [product, completed.splice(0)];
    const start = () => startPostgres({ dataDir, settings: { fsync: 'off' } });
    let postgres = await start();
    try {
      const database = { url: postgres.url, drop: async () => undefined };
      product = await startProduct(0, { database, logTo, log: 'postgres' });
      cookie = await product.signIn(people.seller.email);
      const fault = { name: 'Postgres is stopped', isTotal: true, named: 'database' };
      await buyDuring(fault, postgres.stop, async () => {
        postgres = await start();
      });
      await requireSound(postgres.url);
      await product.stop();
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
      product = shared;
      completed.push(...sharedCompleted);
    }
  });
});
