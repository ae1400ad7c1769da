import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import type { RefusalStore } from '#/ledger/idempotency.ts';
import { createMemoryRefusals } from './refused-purchases.ts';
import { openRefusedPurchases } from './postgres-refused-purchases.ts';

describe('Rejected purchases', () => {
  let product: Product;
  let log: pg.Pool;

  before(async function () {
    this.timeout(60_000);
    product = await startProduct(0, { log: 'postgres' });
    log = new pg.Pool({ connectionString: product.databaseUrl, max: 1 });
  });
  after(async () => {
    await log.end();
    await product.stop();
  });

  const attempts = async (): Promise<number> => {
    const { rows } = await log.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ledger.event WHERE stream LIKE 'attempt-%'`,
    );
    return rows[0]?.count ?? 0;
  };

  const rejectionOf = (key: string, cpf: string) =>
    product.refusal(
      'checkout.purchase',
      {
        name: 'Maria da Silva',
        email: 'maria.da.silva@example.com',
        phone: '11987654321',
        offerId: 'demo-ebook',
        paymentMethod: 'PIX',
        cpf,
      },
      { key },
    );

  it('adds no attempts to the event log for rejected purchases', async () => {
    const attemptsBefore = await attempts();
    const all = Array.from({ length: 30 }, () => rejectionOf(randomUUID(), '52998224726'));
    const codes = (await Promise.all(all)).map(({ code }) => code);
    expect(new Set(codes)).to.deep.equal(new Set(['buyer/document-invalid']));
    expect(await attempts()).to.equal(attemptsBefore);
  });

  it('rejects a purchase again under the same idempotency key, which no other purchase may reuse', async () => {
    const key = randomUUID();
    const first = await rejectionOf(key, '52998224726');
    expect((await rejectionOf(key, '52998224726')).code).to.equal(first.code);
    expect((await rejectionOf(key, '52998224725')).code).to.equal('idempotency/key-reused');
  });
});

interface OpenRefusals {
  readonly refusals: RefusalStore;
  readonly pass: (hours: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const forms: Readonly<Record<string, (mostKept: number) => Promise<OpenRefusals>>> = {
  'in memory': async (mostKept) => {
    let now = 0;
    const pass = async (hours: number) => {
      now += hours * 3_600_000;
    };
    const refusals = createMemoryRefusals(() => now, mostKept);
    return { refusals, pass, close: async () => undefined };
  },
  'in Postgres': async (mostKept) => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    const pass = async (hours: number) => {
      await pool.query(
        'UPDATE checkout.refusal SET refused_at = refused_at - make_interval(hours => $1)',
        [hours],
      );
    };
    const close = async () => {
      await pool.end();
      await database.drop();
    };
    return { refusals: await openRefusedPurchases(pool, mostKept), pass, close };
  },
};

for (const [form, open] of Object.entries(forms)) {
  describe(`Refusals of anonymous buyers ${form}`, () => {
    let refusals: RefusalStore;
    let pass: OpenRefusals['pass'];
    let close: OpenRefusals['close'];

    beforeEach(async () => {
      ({ refusals, pass, close } = await open(10));
    });
    afterEach(() => close());

    const refusal = { request: 'digest', code: 'offer/not-available', details: { at: 1 } } as const;

    it('keep the first refusal of each command', async () => {
      const id = randomUUID();
      expect(await refusals.find(id)).to.equal(undefined);
      await refusals.keep(id, refusal);
      await refusals.keep(id, { ...refusal, request: 'another' });
      expect(await refusals.find(id)).to.deep.equal(refusal);
    });

    it('replace a stored refusal that is not final, which only earlier releases stored, and never a final one', async () => {
      const id = randomUUID();
      await refusals.keep(id, { ...refusal, code: 'withdrawal/may-be-paid' });
      await refusals.keep(id, refusal);
      expect(await refusals.find(id)).to.deep.equal(refusal);
      await refusals.keep(id, { ...refusal, code: 'withdrawal/may-be-paid' });
      expect(await refusals.find(id)).to.deep.equal(refusal);
    });

    it('are forgotten after a day', async () => {
      const id = randomUUID();
      await refusals.keep(id, refusal);
      await pass(23);
      expect(await refusals.find(id)).to.deep.equal(refusal);
      await pass(2);
      expect(await refusals.find(id)).to.equal(undefined);
    });

    it('drop the oldest, so that they stay few', async () => {
      const ids = Array.from({ length: 30 }, () => randomUUID());
      for (const id of ids) await refusals.keep(id, refusal);
      const stored = await Promise.all(ids.map((id) => refusals.find(id)));
      expect(stored.filter((each) => each !== undefined).length).to.be.within(10, 20);
      expect(stored.at(-1)).to.deep.equal(refusal);
      expect(stored[0]).to.equal(undefined);
    });
  });
}
