import { expect } from 'chai';
import { startRechecks } from './rechecks.ts';

describe('Checks of all live connections', () => {
  const failures: unknown[] = [];
  let rechecks: ReturnType<typeof startRechecks>;

  beforeEach(() => {
    failures.length = 0;
    rechecks = startRechecks((error) => failures.push(error), 1);
  });
  afterEach(() => rechecks.stop());

  /** @returns a promise that resolves at check number `times` */
  const checked = (times: number, check: (nth: number) => Promise<void>): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let count = 0;
    rechecks.add({
      recheck: async () => {
        count += 1;
        if (count === times) resolve();
        await check(count);
      },
    });
    return promise;
  };

  it('are repeated after a failure, of which only the first in a row is reported', async () => {
    await checked(4, async (nth) => {
      if (nth < 4) throw new Error(`away ${nth}`);
    });
    expect(failures.map(String)).to.deep.equal(['Error: away 1']);
  });

  it('do not wait for the slow check of another connection, which is made once at a time', async () => {
    const released = Promise.withResolvers<void>();
    let slow = 0;
    const first = checked(1, async () => {
      slow += 1;
      await released.promise;
    });
    await Promise.all([first, checked(5, async () => undefined)]);
    expect(slow).to.equal(1);
    released.resolve();
  });

  it('end with the connection', async () => {
    let count = 0;
    const leave = rechecks.add({
      recheck: async () => {
        count += 1;
      },
    });
    leave();
    await checked(3, async () => undefined);
    expect(count).to.equal(0);
  });
});
