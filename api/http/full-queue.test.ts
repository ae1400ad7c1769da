import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { apiWorld, type ApiAnswer } from '#/api/testing/api-world.ts';

describe('Event store with a full append queue', () => {
  it('answers 503 with Retry-After, and records each purchase once after the rejected ones are retried', async () => {
    let databaseUrl = '';
    const world = await apiWorld({
      openStore: (url) => {
        databaseUrl = url;
        return openPostgresStore({ connectionString: url, maximumQueue: 1 });
      },
    });
    // Reads the epoch before the log is locked, as each start does.
    await world.services.core.ports.epoch();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE ledger.event IN SHARE MODE');
      const buy = (key: string): Promise<ApiAnswer> =>
        world.post(
          '/api/checkout.purchase',
          {
            offerId: 'demo-ebook',
            name: 'Maria da Silva',
            email: `${key}@example.com`,
            paymentMethod: 'PIX',
          },
          { headers: { 'idempotency-key': key } },
        );
      const keys = Array.from({ length: 6 }, () => randomUUID());
      const purchases = keys.map(async (key) => ({ key, answer: await buy(key) }));
      const first = await Promise.race(purchases);
      expect(first.answer.status).to.equal(503);
      await client.query('COMMIT');
      const refused = (await Promise.all(purchases)).filter(({ answer }) => answer.status !== 200);
      for (const { answer } of refused) {
        expect([answer.status, Object(answer.body).code]).to.deep.equal([
          503,
          'service/unavailable',
        ]);
        expect(answer.headers.get('retry-after')).to.equal('1');
      }
      expect(refused.length).to.be.within(1, 5);
      for (const { key } of refused) expect((await buy(key)).status).to.equal(200);
      const { rows } = await client.query<{ payments: number }>(
        `SELECT count(*)::int AS payments FROM ledger.event WHERE type = 'PaymentRequested'`,
      );
      expect(rows[0]?.payments).to.equal(keys.length);
    } finally {
      await client.end();
      await world.close();
    }
  });
});
