import { expect } from 'chai';
import { inBatches } from './in-batches.ts';

/** Doubles numbers in batches, each of which ends only when `releaseNext` is called, which returns its items. */
const doubling = (limits: {
  readonly width: number;
  readonly most: number;
  readonly lingerMs?: number;
}) => {
  const batches: { readonly items: readonly number[]; readonly release: () => void }[] = [];
  const double = inBatches({
    ...limits,
    run: async (items: readonly number[]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      batches.push({ items, release: resolve });
      await promise;
      if (items.some((item) => item < 0)) throw new Error('refused');
      return items.map((item) => 2 * item);
    },
  });
  const releaseNext = async (): Promise<readonly number[]> => {
    while (batches.length === 0) await new Promise(setImmediate);
    const batch = batches.shift();
    batch?.release();
    return batch?.items ?? [];
  };
  return { double, releaseNext, batches };
};

describe('inBatches', () => {
  it('runs the calls of one turn of the event loop together, and calls made during a batch as the next batch', async () => {
    const { double, releaseNext, batches } = doubling({ width: 1, most: 10 });
    const first = [double(1), double(2)];
    await new Promise(setImmediate);
    const second = [double(3), double(4), double(5)];
    await new Promise(setImmediate);
    expect(batches).to.have.length(1);
    expect(await releaseNext()).to.deep.equal([1, 2]);
    expect(await releaseNext()).to.deep.equal([3, 4, 5]);
    expect(await Promise.all([...first, ...second])).to.deep.equal([2, 4, 6, 8, 10]);
  });

  it('runs no more batches at once than its width, and none larger than its limit', async () => {
    const { double, releaseNext, batches } = doubling({ width: 2, most: 3 });
    const doubled = Promise.all(Array.from({ length: 8 }, (_, index) => double(index)));
    await new Promise(setImmediate);
    expect(batches.map(({ items }) => items)).to.deep.equal([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    for (let batch = 0; batch < 3; batch += 1) await releaseNext();
    expect(await doubled).to.deep.equal([0, 2, 4, 6, 8, 10, 12, 14]);
  });

  it('lets a batch wait for more calls when its answers are not urgent', async () => {
    const { double, batches, releaseNext } = doubling({ width: 1, most: 10, lingerMs: 20 });
    const first = double(1);
    await new Promise(setImmediate);
    expect(batches).to.have.length(0);
    const second = double(2);
    expect(await releaseNext()).to.deep.equal([1, 2]);
    expect(await Promise.all([first, second])).to.deep.equal([2, 4]);
  });

  it('fails only the item of a batch that is refused', async () => {
    const double = inBatches({
      width: 1,
      most: 100,
      run: async (items: readonly number[]) => {
        if (items.includes(77)) throw new Error('refused');
        return items.map((item) => 2 * item);
      },
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 90 }, (_, index) => double(index)),
    );
    expect(
      outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
    ).to.deep.equal([77]);
    expect(await double(4)).to.equal(8);
  });

  it('retries a batch in halves when the database aborted it because of another transaction', async () => {
    const batches: (readonly number[])[] = [];
    const double = inBatches({
      width: 1,
      most: 100,
      run: async (items: readonly number[]) => {
        batches.push(items);
        if (batches.length === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
        return items.map((item) => 2 * item);
      },
    });
    expect(await Promise.all([double(1), double(2), double(3)])).to.deep.equal([2, 4, 6]);
    expect(batches).to.deep.equal([[1, 2, 3], [1, 2], [3]]);
  });

  it('queries once, not for each item, while the database is unavailable', async () => {
    let queries = 0;
    const query = inBatches({
      width: 1,
      most: 100,
      run: async (_items: readonly number[]): Promise<readonly number[]> => {
        queries += 1;
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      },
    });
    const outcomes = await Promise.allSettled([query(1), query(2), query(3)]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(3).fill('rejected'));
    expect(queries).to.equal(1);
  });
});
