import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { addSeconds } from '#/domain/values/time.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { createMemoryLookUps, type LookUps } from './look-ups.ts';
import { openPostgresLookUps } from './postgres-look-ups.ts';

interface OpenLookUps {
  /** The same look-ups as two processes see them. */
  readonly one: LookUps;
  readonly other: LookUps;
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const fail = (error: unknown): void => {
  throw error;
};

const forms: Readonly<Record<string, () => Promise<OpenLookUps>>> = {
  'in memory': async () => {
    const lookUps = createMemoryLookUps();
    const nothing = async () => undefined;
    return { one: lookUps, other: lookUps, finish: nothing, close: nothing };
  },
  'in Postgres': async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    const one = await openPostgresLookUps(pool, fail);
    const other = await openPostgresLookUps(pool, fail);
    return {
      one,
      other,
      finish: async () => {
        await Promise.all([one.finish(), other.finish()]);
      },
      close: async () => {
        await pool.end();
        await database.drop();
      },
    };
  },
};

const AT = '2026-11-20T15:00:00.000Z';
const at = (seconds: number) => addSeconds(AT, seconds);

for (const [form, open] of Object.entries(forms)) {
  describe(`Look-ups that staff see ${form}`, () => {
    let opened: OpenLookUps;

    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    it('are counted by call, whichever process asked', async () => {
      const { one, other } = opened;
      const [charge, capture, never] = [randomUUID(), randomUUID(), randomUUID()];
      one.note([charge], { at: at(1), failure: null });
      one.note([charge, capture], { at: at(2), failure: null });
      other.note([charge], { at: at(3), failure: null });
      await opened.finish();
      const lookUps = await one.find([charge, capture, never]);
      expect(lookUps.get(charge)).to.deep.equal({ times: 3, lastAt: at(3), lastFailure: null });
      expect(lookUps.get(capture)).to.deep.equal({ times: 1, lastAt: at(2), lastFailure: null });
      expect(lookUps.has(never)).to.equal(false);
    });

    it('are shown at once by the process that asked', async () => {
      const id = randomUUID();
      opened.one.note([id], { at: at(1), failure: null });
      expect((await opened.one.find([id])).get(id)?.times).to.equal(1);
    });

    it('keep the last failure when a later one is answered', async () => {
      const { one, other } = opened;
      const id = randomUUID();
      one.note([id], { at: at(1), failure: 'unavailable' });
      one.note([id], { at: at(2), failure: 'unauthorized' });
      await opened.finish();
      other.note([id], { at: at(3), failure: null });
      await opened.finish();
      const lastFailure = { cause: 'unauthorized', at: at(2) };
      expect((await one.find([id])).get(id)).to.deep.equal({
        times: 3,
        lastAt: at(3),
        lastFailure,
      });
    });

    it('keep the newest look-up, if an older one is noted late', async () => {
      const { one, other } = opened;
      const id = randomUUID();
      one.note([id], { at: at(9), failure: 'unreadable' });
      await opened.finish();
      other.note([id], { at: at(5), failure: 'unavailable' });
      await opened.finish();
      const lastFailure = { cause: 'unreadable', at: at(9) };
      expect((await one.find([id])).get(id)).to.deep.equal({
        times: 2,
        lastAt: at(9),
        lastFailure,
      });
    });
  });
}
