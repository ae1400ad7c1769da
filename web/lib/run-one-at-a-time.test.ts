import { expect } from 'chai';
import { runOneAtATime } from './run-one-at-a-time.ts';

describe('runOneAtATime', () => {
  const locks = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigator), 'locks');

  /** Runs with this `navigator.locks`, and restores the original. */
  const withLocks = async (value: unknown, run: () => Promise<void>): Promise<void> => {
    Object.defineProperty(navigator, 'locks', { value, configurable: true });
    try {
      await run();
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
    expect(
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigator), 'locks'),
    ).to.deep.equal(locks);
  };

  it('runs work of one name in its order, without waiting for work of another name', async () => {
    const done: string[] = [];
    const slow = Promise.withResolvers<void>();
    const first = runOneAtATime('a', async () => {
      await slow.promise;
      done.push('first');
    });
    const second = runOneAtATime('a', async () => void done.push('second'));
    await runOneAtATime('b', async () => void done.push('other'));
    slow.resolve();
    await Promise.all([first, second]);
    expect(done).to.deep.equal(['other', 'first', 'second']);
  });

  it('runs the work once when the browser has no locks or refuses them', async () => {
    let runs = 0;
    const work = async (): Promise<number> => (runs += 1);
    const refuse = { request: () => Promise.reject(new Error('SecurityError')) };
    await withLocks(undefined, async () => {
      expect(await runOneAtATime('a', work)).to.equal(1);
    });
    await withLocks(refuse, async () => {
      expect(await runOneAtATime('a', work)).to.equal(2);
    });
  });

  it('passes on the work’s error without running it again', async () => {
    let runs = 0;
    const failure = await runOneAtATime('a', async () => {
      runs += 1;
      throw new Error('no');
    }).catch(String);
    expect([failure, runs]).to.deep.equal(['Error: no', 1]);
  });
});
