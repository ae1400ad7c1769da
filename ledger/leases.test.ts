import { expect } from 'chai';
import pg from 'pg';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { openLeases, turnOver, type Leases, type LeasesOptions } from './leases.ts';

const WORK = 'sweeping';

interface Process {
  readonly leases: Leases;
  readonly pool: pg.Pool;
  readonly failures: unknown[];
  /** The starts and ends of its turns, in order. */
  readonly reported: ('begins' | 'ends')[];
  readonly leads: () => boolean;
}

describe('A lease', () => {
  let database: TestDatabase;
  let processes: Process[];

  beforeEach(async () => {
    database = await testDatabase();
    processes = [];
  });
  afterEach(async () => {
    for (const { leases, pool } of processes) {
      await leases.stop();
      await pool.end();
    }
    await database.drop();
  });

  const open = async (options: Partial<LeasesOptions> = {}): Promise<Process> => {
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => failures.push(error);
    const leases = await openLeases({ pool, onFailure, lastsMs: 1_000, ...options });
    const reported: ('begins' | 'ends')[] = [];
    const process = { leases, pool, failures, reported, leads: () => reported.at(-1) === 'begins' };
    processes.push(process);
    return process;
  };
  const claim = ({ leases, reported }: Process) =>
    leases.of(WORK)(async (signal) => {
      reported.push('begins');
      await turnOver(signal);
      reported.push('ends');
    });
  const leading = (process: Process) => eventually(() => process.leads() || undefined, 'it leads');
  const sql = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const [first] = processes;
    return (await first?.pool.query(text))?.rows ?? [];
  };

  it('is held by one process at a time, and passes to the next when the holder gives it back', async () => {
    const [first, second] = [await open(), await open()];
    const held = claim(first);
    await leading(first);
    claim(second);
    // By the time the first has renewed its lease once more, the second has requested it.
    const [before] = await sql('SELECT expires_at FROM processes.lease');
    await eventually(async () => {
      const [now] = await sql('SELECT expires_at FROM processes.lease');
      return String(now?.['expires_at']) > String(before?.['expires_at']) || undefined;
    }, 'it is renewed');
    expect(second.reported).to.deep.equal([]);
    await held.stop();
    await leading(second);
    expect(first.reported).to.deep.equal(['begins', 'ends']);
  });

  it('passes to another process when the database session of its holder ends', async () => {
    const [first, second] = [await open({ lastsMs: 3_600_000 }), await open()];
    claim(first);
    await leading(first);
    claim(second);
    await second.pool.query(
      'SELECT pg_terminate_backend(backend) FROM processes.lease WHERE backend <> pg_backend_pid()',
    );
    await eventually(() => first.reported.includes('ends') || undefined, 'the first knows');
    await leading(second);
  });

  it('passes to another process when it expires, and the frozen holder then stops', async () => {
    const [first, second] = [await open(), await open()];
    claim(first);
    await leading(first);
    claim(second);
    // Simulates a frozen holder: its session is open, but its lease is not renewed.
    await eventually(async () => {
      await sql("UPDATE processes.lease SET expires_at = '-infinity'");
      return second.leads() || undefined;
    }, 'the second leads');
    await eventually(() => first.reported.includes('ends') || undefined, 'the first knows');
    expect(await sql('SELECT epoch > 1 AS risen FROM processes.lease')).to.deep.equal([
      { risen: true },
    ]);
  });

  it('ends for its holder when it cannot be renewed, and begins again when it can', async () => {
    const first = await open();
    claim(first);
    await leading(first);
    const blocker = new pg.Client(database.url);
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE processes.lease');
    await eventually(() => first.reported.includes('ends') || undefined, 'it knows');
    await blocker.query('ROLLBACK');
    await blocker.end();
    await eventually(() => first.reported.length === 3 || undefined, 'it begins again');
  });

  it('is given up when its task returns, and taken again when its task throws', async () => {
    const [first, second] = [await open(), await open()];
    let attempts = 0;
    first.leases.of('returns')(async () => undefined);
    second.leases.of('throws')(async () => {
      attempts += 1;
      throw new Error('not today');
    });
    await eventually(() => attempts > 1 || undefined, 'it is tried again');
    expect(second.failures.map(String)).to.include('Error: not today');
    let isTaken = false;
    second.leases.of('returns')(async () => {
      isTaken = true;
    });
    await eventually(() => isTaken || undefined, 'another does it');
  });
});
