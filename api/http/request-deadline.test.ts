import { expect } from 'chai';
import type { Clock, Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import {
  appendWithinMs,
  remainingMs,
  withDeadline,
  withDeadlinePaused,
} from './request-deadline.ts';
import { Rejected } from './problem.ts';

/** Time that passes when a test says so. */
const createTime = () => {
  let now = 0;
  let timers: readonly { readonly at: number; readonly callBack: () => void }[] = [];
  const machine: Clock & Timers = {
    ...thisMachine,
    elapsedMs: () => now,
    after: (ms, callBack) => {
      const timer = { at: now + ms, callBack };
      timers = [...timers, timer];
      return { cancel: () => (timers = timers.filter((each) => each !== timer)) };
    },
  };
  const pass = (ms: number): void => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { callBack } of due) callBack();
  };
  return { machine, pass, countTimers: () => timers.length };
};

const never = new Promise<never>(() => undefined);

const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => (error instanceof Rejected ? error.code : error));

describe('The deadline of a request', () => {
  it('passes by the clock of the machine that was given, after four seconds', async () => {
    const { machine, pass, countTimers } = createTime();
    const code = codeOf(withDeadline(() => never, machine));
    pass(3_999);
    expect(countTimers()).to.equal(1);
    pass(1);
    expect(await code).to.equal('service/unavailable');
    expect(countTimers()).to.equal(0);
  });

  it('leaves the outcome open once an append has begun', async () => {
    const { machine, pass } = createTime();
    const code = codeOf(
      withDeadline(() => {
        appendWithinMs();
        return never;
      }, machine),
    );
    pass(4_000);
    expect(await code).to.equal('service/outcome-unknown');
  });

  it('does not count the time in which it is paused, which is not the fault of this server', async () => {
    const { machine, pass, countTimers } = createTime();
    const leftMs = await withDeadline(async () => {
      pass(1_000);
      await withDeadlinePaused(async () => pass(60_000));
      pass(500);
      return remainingMs();
    }, machine);
    expect(leftMs).to.equal(2_500);
    expect(countTimers()).to.equal(0);
  });
});
