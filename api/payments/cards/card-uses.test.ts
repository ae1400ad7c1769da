import { expect } from 'chai';
import pg from 'pg';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { createMemoryCardUses, type CardUses } from './card-uses.ts';
import { openPostgresCardUses } from './postgres-card-uses.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const LATER = '2026-11-20T12:10:00.000Z';

interface OpenUses {
  readonly uses: CardUses;
  readonly close: () => Promise<void>;
}

const forms: Readonly<Record<string, () => Promise<OpenUses>>> = {
  'in memory': async () => ({ uses: createMemoryCardUses(), close: async () => undefined }),
  'in Postgres': async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    const close = async () => {
      await pool.end();
      await database.drop();
    };
    return { uses: await openPostgresCardUses(pool), close };
  },
};

for (const [form, open] of Object.entries(forms)) {
  describe(`Uses of encrypted cards ${form}`, () => {
    let uses: CardUses;
    let close: () => Promise<void>;

    beforeEach(async () => {
      ({ uses, close } = await open());
    });
    afterEach(() => close());

    const use = { nonceDigest: 'digest', paymentId: 'payment-1', expiresAt: LATER };

    it('let one of eight concurrent requests use a card', async () => {
      const claimed = await Promise.all(Array.from({ length: 8 }, () => uses.claim(use, NOW)));
      expect(claimed.filter(Boolean)).to.have.length(1);
      expect(await uses.claim({ ...use, paymentId: 'payment-2' }, NOW)).to.equal(false);
      expect(await uses.claim({ ...use, nonceDigest: 'another' }, NOW)).to.equal(true);
    });

    it('tell for which payment a card was used', async () => {
      expect(await uses.paymentOf('digest')).to.equal(undefined);
      await uses.claim(use, NOW);
      await uses.claim({ ...use, paymentId: 'payment-2' }, NOW);
      expect(await uses.paymentOf('digest')).to.equal('payment-1');
    });

    it('forget a use when its card has expired, and no other', async () => {
      await uses.claim(use, NOW);
      await uses.claim(
        { ...use, nonceDigest: 'newer', expiresAt: '2026-11-20T12:10:00.001Z' },
        NOW,
      );
      await uses.claim(
        { ...use, nonceDigest: 'last', expiresAt: '2026-11-20T12:20:00.000Z' },
        LATER,
      );
      expect(await uses.paymentOf('digest')).to.equal(undefined);
      expect(await uses.paymentOf('newer')).to.equal('payment-1');
    });
  });
}
