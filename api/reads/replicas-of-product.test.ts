import { expect } from 'chai';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';
import {
  replicatedPostgres,
  type ReplicatedPostgres,
} from '#/scripts/testing/replicated-postgres.ts';
import { readApiEnvironment } from '#/api/composition/env.ts';

/** Discards the log, because the failures here are intended. */
const logTo = { write: () => undefined };

describe('The product with a replica', () => {
  let postgres: ReplicatedPostgres;
  let product: Product;
  let cookie: string;

  const page = async (path: string) => (await fetch(`${product.url}${path}`)).text();

  before(async () => {
    postgres = await replicatedPostgres(1);
    process.env['DATABASE_REPLICA_URLS'] = postgres.standbys.map(({ url }) => url).join();
    const database = { url: postgres.url, drop: async () => undefined };
    product = await startProduct(0, { database, logTo });
    cookie = await product.signIn(people.seller.email);
  });

  after(async () => {
    delete process.env['DATABASE_REPLICA_URLS'];
    await product?.stop();
    await postgres?.stop();
  });

  it('reads from the replica, and counts those reads in the metrics', async () => {
    await eventually(async () => {
      await product.ask('seller.getBalance', {}, { cookie });
      const text = await page('/metrics');
      return /^razao_read_model_reads_total\{place="replica-1"\} [1-9]/m.exec(text) ?? undefined;
    }, 'the replica answers');
    expect(await page('/metrics')).to.contain(
      'razao_database_replica_in_use{replica="replica-1"} 1',
    );
  });

  it('stays ready when the replica is down, and reports it at /readyz and in the metrics', async () => {
    for (const standby of postgres.standbys) await standby.kill();
    await product.ask('seller.getBalance', {}, { cookie });
    const ready: unknown = JSON.parse(await page('/readyz'));
    expect(ready).to.deep.include({
      status: 'ready',
      attention: [{ what: 'replicas', why: ['replica-1 is away'] }],
    });
    expect(await page('/metrics')).to.contain(
      'razao_database_replica_in_use{replica="replica-1"} 0',
    );
    for (const standby of postgres.standbys) await standby.restart();
  });
});

describe('DATABASE_REPLICA_URLS', () => {
  it('accepts a list of URLs, and rejects an invalid one without repeating its secret', () => {
    const env = (text: string) =>
      readApiEnvironment({ DATABASE_REPLICA_URLS: text }).DATABASE_REPLICA_URLS;
    expect(env('')).to.deep.equal([]);
    expect(env('postgres://a/b, postgres://c/d,')).to.deep.equal([
      'postgres://a/b',
      'postgres://c/d',
    ]);
    expect(() => env('postgres://a/b,c:secret@d')).to.throw(
      /^DATABASE_REPLICA_URLS is not usable: (?!.*secret)/,
    );
  });
});
