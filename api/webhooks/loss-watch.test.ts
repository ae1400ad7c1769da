import { expect } from 'chai';
import type { Timestamp } from '#/domain/values/time.ts';
import { createLossWatch } from './loss-watch.ts';

const SINCE: Timestamp = '2026-11-30T12:00:00.000Z';

/** A process that reads a log, of which another copy may take over. */
const begin = () => {
  const world = { copy: 'copy 1', since: undefined as Timestamp | undefined, reads: 0 };
  const asked: string[] = [];
  const watch = createLossWatch({
    notices: { askAgain: async (before) => void asked.push(before) },
    epochSince: async () => {
      world.reads += 1;
      return world.since;
    },
    copyOfLog: () => world.copy,
    onFailure: (error) => {
      throw error;
    },
  });
  /** A sweep, and what it begins. */
  const sweep = async (): Promise<void> => {
    watch.lookAfterLoss();
    await new Promise(setImmediate);
  };
  return { world, asked, watch, sweep };
};

describe('What the log may have lost of the answers to notices', () => {
  it('is asked about by each sweep after this process noticed the loss, until its epoch is on record, and once', async () => {
    const { world, asked, sweep } = begin();
    await sweep();
    expect(world.reads).to.equal(0);
    world.copy = 'copy 2';
    await sweep();
    expect(asked).to.deep.equal([]);
    world.since = SINCE;
    await sweep();
    await sweep();
    expect(asked).to.deep.equal([SINCE]);
    expect(world.reads).to.equal(2);
  });

  it('is asked about at the next regular look where another process noticed the loss', async () => {
    const { world, asked, watch, sweep } = begin();
    world.since = SINCE;
    await sweep();
    expect(asked).to.deep.equal([]);
    await watch.look();
    await watch.look();
    expect(asked).to.deep.equal([SINCE]);
  });

  it('is asked about by the next sweep where the loss was noticed during a regular look', async () => {
    const { world, asked, watch, sweep } = begin();
    const looking = watch.look();
    [world.copy, world.since] = ['copy 2', SINCE];
    await looking;
    await sweep();
    expect(asked).to.deep.equal([SINCE]);
  });

  it('costs no more reads of each sweep once a regular look has found no new epoch', async () => {
    const { world, watch, sweep } = begin();
    world.copy = 'copy 2';
    await watch.look();
    await sweep();
    expect(world.reads).to.equal(1);
  });
});
