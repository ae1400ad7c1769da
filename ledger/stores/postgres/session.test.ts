import { expect } from 'chai';
import pg from 'pg';
import { facts, newStream } from '#/ledger/contract/samples.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { isoTime } from './session.ts';

describe('isoTime', () => {
  it('reads a Postgres time to the millisecond, also without trailing zeros', () => {
    const times = [
      '2026-11-20 12:49:00+00',
      '2026-11-20 12:49:00.5+00',
      '2026-11-20 12:49:00.017+00',
    ];
    expect(times.map(isoTime)).to.deep.equal([
      '2026-11-20T12:49:00.000Z',
      '2026-11-20T12:49:00.500Z',
      '2026-11-20T12:49:00.017Z',
    ]);
  });
});

const NOTING = `
  CREATE TABLE public.noted (durability text NOT NULL);
  CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO public.noted VALUES (current_setting('synchronous_commit'));
    RETURN NULL;
  END $$;
  CREATE TRIGGER note AFTER INSERT ON ledger.event FOR EACH STATEMENT EXECUTE FUNCTION public.note();
`;

describe('The session of the log’s writer', () => {
  it('commits durably, whatever the role and the database have been set to', async () => {
    const database = await testDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const operator = new pg.Client({ connectionString: database.url });
    await operator.connect();
    await operator.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
    await operator.query(
      `ALTER ROLE CURRENT_USER IN DATABASE ${name} SET synchronous_commit = off`,
    );
    const store = await openPostgresStore({ connectionString: database.url });
    await operator.query(NOTING);
    await store.append(newStream(), facts(1), { expected: 'no_stream' });
    const { rows } = await operator.query('SELECT durability FROM public.noted');
    expect(rows).to.deep.equal([{ durability: 'on' }]);
    await store.close();
    await operator.end();
    await database.drop();
  });
});
