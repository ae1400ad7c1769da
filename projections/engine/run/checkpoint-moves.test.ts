import { expect } from 'chai';
import pg from 'pg';
import type { Position } from '#/ledger/event-store.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { CheckpointMoves } from './checkpoint-moves.ts';
import { createCheckpoints, insertCheckpoint, readCheckpoints } from './checkpoints.ts';

describe('CheckpointMoves', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let pool: pg.Pool;

  before(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    await createCheckpoints(pool);
  });

  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('moves checkpoints in one statement, except those parked or at another position', async () => {
    const [from, to] = ['0001', '0002'] as [Position, Position];
    const names = ['ahead', 'followed', 'parked', 'shown'];
    for (const name of names) {
      const position = name === 'ahead' ? to : from;
      await insertCheckpoint(pool, { name, generation: 1, version: 1, position, status: 'live' });
    }
    await pool.query(`UPDATE projections.checkpoint SET status = 'degraded' WHERE name = 'parked'`);
    let statements = 0;
    pool.on('acquire', () => (statements += 1));
    const moves = new CheckpointMoves(pool);
    const moved = await Promise.all(
      names.map((name) => moves.move({ name, generation: 1, from, to })),
    );
    expect(moved).to.deep.equal([false, true, false, true]);
    expect(statements).to.equal(1);
    const checkpoints = await readCheckpoints(pool, names);
    expect(checkpoints.map(({ position }) => position)).to.deep.equal([to, to, from, to]);
  });

  it('fails every pending move when Postgres is down', async () => {
    const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    const moves = new CheckpointMoves(away);
    const move = (name: string) =>
      moves.move({ name, generation: 1, from: '', to: '0002' as Position });
    const outcomes = await Promise.allSettled([move('followed'), move('shown')]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    await away.end();
  });
});
