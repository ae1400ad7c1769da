import { expect } from 'chai';
import { Rejected } from '#/api/http/problem.ts';
import { createHashQueue, type Priority } from './hash-queue.ts';

const neverAborted = new AbortController().signal;

describe('Queue of password hashes', () => {
  /** `done` has the names of the hashes in the order in which they began; `endOne` ends the first that still runs. */
  const queue = (atOnce = 1) => {
    const hashQueue = createHashQueue({ atOnce, waiting: { knownDevice: 2, stranger: 3 } });
    const done: string[] = [];
    const open: (() => void)[] = [];
    const take = (name: string, priority: Priority = 'stranger', signal = neverAborted) =>
      hashQueue.take(priority, signal, async () => {
        done.push(name);
        await new Promise<void>((resolve) => open.push(resolve));
        return name;
      });
    return { hashQueue, done, take, endOne: () => open.shift()?.() };
  };

  const codeOf = (error: unknown) => (error instanceof Rejected ? error.code : String(error));

  it('runs a limited number at once, and the next when one ends', async () => {
    const { done, take, endOne, hashQueue } = queue(2);
    const taken = ['a', 'b', 'c'].map((name) => take(name));
    expect(done).to.deep.equal(['a', 'b']);
    expect(hashQueue.countWaiting()).to.equal(1);
    endOne();
    expect(await taken[0]).to.equal('a');
    expect(done).to.deep.equal(['a', 'b', 'c']);
  });

  it('rejects a hash with session/busy when the queue is full', async () => {
    const { take, hashQueue, done } = queue();
    for (const name of ['a', 'b', 'c', 'd']) void take(name);
    const refused: unknown = await take('e').catch((error: unknown) => error);
    expect(codeOf(refused)).to.equal('session/busy');
    expect(hashQueue.countWaiting()).to.equal(3);
    expect(done).to.deep.equal(['a']);
  });

  it('serves known devices before unknown ones, even when the queue of unknown devices is full', async () => {
    const { take, done, endOne } = queue();
    const first = take('first');
    for (const name of ['s1', 's2', 's3']) void take(name);
    void take('owner', 'knownDevice');
    endOne();
    await first;
    expect(done).to.deep.equal(['first', 'owner']);
  });

  it('skips a hash whose caller has disconnected', async () => {
    const { take, hashQueue, done, endOne } = queue();
    const first = take('first');
    const leaving = new AbortController();
    const abandoned = take('left', 'stranger', leaving.signal).catch((error: unknown) => error);
    const last = take('last');
    leaving.abort();
    expect(await abandoned).to.be.instanceOf(Error);
    expect(hashQueue.countWaiting()).to.equal(1);
    endOne();
    await first;
    endOne();
    await last;
    expect(done).to.deep.equal(['first', 'last']);
    const late: unknown = await take('late', 'stranger', leaving.signal).catch(() => 'refused');
    expect(late).to.equal('refused');
  });

  it('runs the next hash after one fails', async () => {
    const { hashQueue } = queue();
    const failed: unknown = await hashQueue
      .take('stranger', neverAborted, () => Promise.reject(new Error('x')))
      .catch(() => 'failed');
    expect(failed).to.equal('failed');
    expect(await hashQueue.take('stranger', neverAborted, async () => 'next')).to.equal('next');
  });
});
