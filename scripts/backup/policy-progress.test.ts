import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { sampleNow } from '#/domain/testing/samples.ts';
import { createMemoryCheckpoints, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints/postgres.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { printForCopy, readProgress } from './policy-progress.ts';
import { copyStatement } from './tables.ts';

describe('Progress of policies in a backup', () => {
  it('is the same after a restore, with the waiting work, and whatever characters the failure of parked work contains', async () => {
    const source = createMemoryCheckpoints(decimalPosition(7));
    const failure = 'Error: a\tb\nc\\d \\N \\. é 😀\u000b';
    const stream = 'payment-1';
    const work = { policy: 'p', position: decimalPosition(3), stream, revision: 2 };
    await source.park({ ...work, failure, since: sampleNow });
    await source.park({ ...work, failure, since: sampleNow, holds: 'commands:account-1' });
    const waiting = [4, 5].map((nth) => ({ ...work, position: decimalPosition(nth) }));
    await source.enqueue('commands:account-1', waiting);
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    const restored = await createPostgresCheckpoints(pool);
    const client = await pool.connect();
    for (const { table, rows } of await readProgress(source)) {
      const into = client.query(copyStreams.from(`COPY ${copyStatement(table)} FROM STDIN`));
      await pipeline(Readable.from([printForCopy(rows)]), into);
      expect(into.rowCount).to.equal(rows.length);
    }
    client.release();
    expect(await restored.load('reactions')).to.equal(decimalPosition(7));
    expect(await restored.listParked()).to.deep.equal(await source.listParked());
    expect(await restored.listQueued('commands:account-1', 10)).to.deep.equal(waiting);
    await pool.end();
    await database.drop();
  });

  it('includes work at least once that moves from one queue to another, or is parked again, during the backup', async () => {
    const waiting = { policy: 'p', position: decimalPosition(4), stream: 'payment-1', revision: 2 };
    const why = { failure: 'once', since: sampleNow };
    const [ofEvents, ofCommands] = ['policies:payment-1', 'commands:account-1'];
    const moves: Readonly<Record<string, (on: Checkpoints) => Promise<unknown>>> = {
      'from its event’s queue to an aggregate’s': async (on) => {
        await on.enqueue(ofCommands, [waiting]);
        await on.dequeue(ofEvents, [waiting]);
      },
      'out of its event’s queue, parked': async (on) => {
        await on.park({ ...waiting, ...why, holds: ofCommands });
        await on.dequeue(ofEvents, [waiting]);
      },
    };
    for (const [name, move] of Object.entries(moves)) {
      for (let readsBeforeMove = 0; readsBeforeMove < 7; readsBeforeMove += 1) {
        const source = createMemoryCheckpoints(decimalPosition(7));
        await source.park({ ...waiting, ...why, position: decimalPosition(3), holds: ofEvents });
        await source.enqueue(ofEvents, [waiting]);
        let readsUntilMove = readsBeforeMove;
        const moving = async () => {
          if (readsUntilMove === 0) await move(source);
          readsUntilMove -= 1;
        };
        const read = await readProgress({
          ...source,
          listParked: async () => {
            await moving();
            return source.listParked();
          },
          listQueues: async () => {
            await moving();
            return source.listQueues();
          },
          listQueued: async (queue, limit) => {
            await moving();
            return source.listQueued(queue, limit);
          },
        });
        const rows = read.flatMap((table) => table.rows.map((row) => row.join(' ')));
        expect(rows.join('\n'), `${name}, before reading ${readsBeforeMove}`).to.include(
          waiting.position,
        );
      }
    }
  });
});
