import { expect } from 'chai';
import { oneAtATime } from './one-at-a-time.ts';

describe('what only one tab may do', () => {
  const locks = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigator), 'locks');

  const withLocks = async (value: unknown, work: () => Promise<void>): Promise<void> => {
    Object.defineProperty(navigator, 'locks', { value, configurable: true });
    try {
      await work();
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
    expect(
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigator), 'locks'),
    ).to.deep.equal(locks);
  };

  it('is done in turn, and apart from what has another name', async () => {
    const done: string[] = [];
    const slow = Promise.withResolvers<void>();
    const first = oneAtATime('a', async () => {
      await slow.promise;
      done.push('first');
    });
    const second = oneAtATime('a', async () => void done.push('second'));
    await oneAtATime('b', async () => void done.push('other'));
    slow.resolve();
    await Promise.all([first, second]);
    expect(done).to.deep.equal(['other', 'first', 'second']);
  });

  it('is done once, also where there are no locks or they are refused', async () => {
    let times = 0;
    const work = async (): Promise<number> => (times += 1);
    const refuse = { request: () => Promise.reject(new Error('SecurityError')) };
    await withLocks(undefined, async () => {
      expect(await oneAtATime('a', work)).to.equal(1);
    });
    await withLocks(refuse, async () => {
      expect(await oneAtATime('a', work)).to.equal(2);
    });
  });

  it('fails as it fails, and is not done again', async () => {
    let times = 0;
    const failure = await oneAtATime('a', async () => {
      times += 1;
      throw new Error('no');
    }).catch(String);
    expect([failure, times]).to.deep.equal(['Error: no', 1]);
  });
});
