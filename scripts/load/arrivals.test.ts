import { expect } from 'chai';
import { arrive } from './arrivals.ts';

describe('buyers of an open model', () => {
  it('come when their time has come, however long those before them wait', async () => {
    const everybodyCame = Promise.withResolvers<void>();
    const scheduled: number[] = [];
    await arrive({ rate: 1_000, seconds: 0.02, arrivals: 'even' }, async (nth, scheduledAt) => {
      scheduled.push(scheduledAt);
      if (nth === 18) everybodyCame.resolve();
      await everybodyCame.promise;
    });
    const gaps = scheduled.slice(1).map((at, index) => at - (scheduled[index] ?? 0));
    expect(scheduled).to.have.length(19);
    for (const gap of gaps) expect(gap).to.be.closeTo(1, 0.001);
  });

  it('stop coming when told to, and those who came are served', async () => {
    const ending = new AbortController();
    let served = 0;
    const schedule = {
      rate: 1_000,
      seconds: 60,
      arrivals: 'poisson',
      signal: ending.signal,
    } as const;
    await arrive(schedule, async (nth) => {
      if (nth === 4) ending.abort();
      await Promise.resolve();
      served += 1;
    });
    expect(served).to.equal(5);
  });
});
