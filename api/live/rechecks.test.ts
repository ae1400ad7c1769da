import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { startRechecks } from './rechecks.ts';

describe('Checks of all live connections', () => {
  const failures: unknown[] = [];
  let rechecks: ReturnType<typeof startRechecks>;

  beforeEach(() => {
    failures.length = 0;
    rechecks = startRechecks((error) => failures.push(error), 1);
  });
  afterEach(() => rechecks.stop());

  /** Adds a connection with this check. @returns a promise that resolves at check number `times` */
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

  it('begin again twice a second, so that half of the second in which rights must end is left for the answer', async () => {
    const planned: number[] = [];
    let runTimer: () => void = () => undefined;
    const after: Timers['after'] = (ms, callBack) => {
      planned.push(ms);
      runTimer = callBack;
      return { cancel: () => undefined };
    };
    let count = 0;
    const twiceASecond = startRechecks((error) => failures.push(error), undefined, {
      ...thisMachine,
      after,
    });
    twiceASecond.add({
      recheck: async () => {
        count += 1;
      },
    });
    runTimer();
    await setImmediate();
    runTimer();
    twiceASecond.stop();
    expect(count).to.equal(2);
    expect(planned).to.deep.equal([500, 500, 500]);
  });

  it('end with the connection', async () => {
    let count = 0;
    const remove = rechecks.add({
      recheck: async () => {
        count += 1;
      },
    });
    remove();
    await checked(3, async () => undefined);
    expect(count).to.equal(0);
  });
});
