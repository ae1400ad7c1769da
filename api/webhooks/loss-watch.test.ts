import { expect } from 'chai';
import type { Timestamp } from '#/domain/values/time.ts';
import { createLossWatch } from './loss-watch.ts';

const SINCE: Timestamp = '2026-11-30T12:00:00.000Z';

/** The watch of a process whose log may be replaced by another copy; `reads` counts its reads of the epoch. */
const startWatch = () => {
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
  /** Runs a sweep, and lets the work that it starts run to its end. */
  const sweep = async (): Promise<void> => {
    watch.lookAfterLoss();
    await new Promise(setImmediate);
  };
  return { world, asked, watch, sweep };
};

describe('A loss of answers to notices, with the end of the log,', () => {
  it('makes each sweep read the epoch once this process noticed it, and ask again once the epoch is on record', async () => {
    const { world, asked, sweep } = startWatch();
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

  it('makes the next regular look ask again, once, where another process noticed it', async () => {
    const { world, asked, watch, sweep } = startWatch();
    world.since = SINCE;
    await sweep();
    expect(asked).to.deep.equal([]);
    await watch.look();
    await watch.look();
    expect(asked).to.deep.equal([SINCE]);
  });

  it('makes the next sweep ask again where it was noticed during a regular look', async () => {
    const { world, asked, watch, sweep } = startWatch();
    const looking = watch.look();
    [world.copy, world.since] = ['copy 2', SINCE];
    await looking;
    await sweep();
    expect(asked).to.deep.equal([SINCE]);
  });

  it('makes sweeps read the epoch no more once a regular look has found no new one', async () => {
    const { world, watch, sweep } = startWatch();
    world.copy = 'copy 2';
    await watch.look();
    await sweep();
    expect(world.reads).to.equal(1);
  });
});
