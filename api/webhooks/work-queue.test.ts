import { expect } from 'chai';
import { createWorkQueue } from './work-queue.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** A queue that works on two items at a time, until `finish` is called with an item. `begun` lists them in order. */
const queueOver = (stored: string[]) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = createWorkQueue<string>({
    machine: thisMachine,
    width: 2,
    take: async (limit) => ({ items: stored.splice(0, limit), isMore: stored.length > 0 }),
    work: (item) => {
      begun.push(item);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(item, resolve);
      return promise;
    },
    onFailure: (error) => {
      throw error;
    },
  });
  return { queue, begun, finish: (item: string) => ends.get(item)?.() };
};

/** Lets the work that is due run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Work queue', () => {
  it('counts a reserved place as taken until its item has ended', async () => {
    const { queue, begun, finish } = queueOver(['a', 'b']);
    const start = queue.reserve(2);
    queue.wake();
    await settled();
    expect(begun).to.deep.equal(['a']);
    expect(queue.reserve(2)).to.equal(undefined);
    start?.('x');
    await settled();
    expect(begun).to.deep.equal(['a', 'x']);
    finish('x');
    await settled();
    expect(begun).to.deep.equal(['a', 'x', 'b']);
  });

  it('takes stored items when a reserved place is given back', async () => {
    const { queue, begun } = queueOver(['a', 'b']);
    const start = queue.reserve(2);
    queue.wake();
    await settled();
    start?.(undefined);
    await settled();
    expect(begun).to.deep.equal(['a', 'b']);
  });

  it('waits at its stop for the item of a reserved place, and reserves no more', async () => {
    const { queue, begun, finish } = queueOver([]);
    const start = queue.reserve(2);
    let isStopped = false;
    const stopping = queue.stop().then(() => (isStopped = true));
    expect(queue.reserve(2)).to.equal(undefined);
    start?.('x');
    await settled();
    expect([begun, isStopped]).to.deep.equal([['x'], false]);
    finish('x');
    await stopping;
  });
});
