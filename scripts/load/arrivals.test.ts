import { expect } from 'chai';
import { arrive } from './arrivals.ts';

describe('arrive', () => {
  it('starts each buyer on schedule, even while earlier buyers wait', async () => {
    const allStarted = Promise.withResolvers<void>();
    const scheduled: number[] = [];
    await arrive({ rate: 1_000, seconds: 0.02, arrivals: 'even' }, async (nth, scheduledAt) => {
      scheduled.push(scheduledAt);
      if (nth === 18) allStarted.resolve();
      await allStarted.promise;
    });
    const gaps = scheduled.slice(1).map((at, index) => at - (scheduled[index] ?? 0));
    expect(scheduled).to.have.length(19);
    for (const gap of gaps) expect(gap).to.be.closeTo(1, 0.001);
  });

  it('starts no further buyers once the signal has aborted, and lets those under way finish', async () => {
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

  it('throws the first error once all arrivals have ended', async () => {
    let served = 0;
    const unhandled: unknown[] = [];
    const record = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', record);
    const arriving = arrive({ rate: 1_000, seconds: 0.02, arrivals: 'even' }, async (nth) => {
      served += 1;
      if (nth < 2) throw new Error(`arrival ${nth}`);
    });
    const error = await arriving.catch((thrown: unknown) => thrown);
    process.off('unhandledRejection', record);
    expect([String(error), served]).to.deep.equal(['Error: arrival 0', 19]);
    expect(unhandled).to.deep.equal([]);
  });
});
