import { expect } from 'chai';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { createBreaker } from './breaker.ts';

const unavailable = async (): Promise<never> => {
  throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
};
const refused = async (): Promise<never> => {
  throw new ProviderFailure('refused', 'no', { mayHaveHappened: false });
};

describe('Circuit breaker', () => {
  const world = () => {
    let clock = 0;
    const guarded = createBreaker('probe', () => clock);
    const failTimes = async (count: number): Promise<void> => {
      for (let nth = 0; nth < count; nth += 1) await failureOf(guarded(unavailable));
    };
    return { guarded, failTimes, pass: (ms: number) => (clock += ms) };
  };

  it('fails a call as not done, without running it, after five failures in a row', async () => {
    const { guarded, failTimes } = world();
    await failTimes(5);
    let calls = 0;
    const failure = await failureOf(guarded(async () => (calls += 1)));
    expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
    expect(calls).to.equal(0);
  });

  it('counts only unavailable providers, and starts again from zero after any reply', async () => {
    const { guarded, failTimes } = world();
    await failTimes(4);
    await failureOf(guarded(refused));
    await failTimes(4);
    expect(await guarded(async () => 'answered')).to.equal('answered');
    await failTimes(4);
    expect(await guarded(async () => 'again')).to.equal('again');
  });

  it('lets one trial call through after ten seconds, and all calls once it has succeeded', async () => {
    const { guarded, failTimes, pass } = world();
    await failTimes(5);
    pass(10_000);
    let release = (): void => undefined;
    const trial = guarded(() => new Promise<string>((resolve) => (release = () => resolve('ok'))));
    expect(await failureOf(guarded(async () => 'not yet'))).to.include({ mayHaveHappened: false });
    release();
    expect(await trial).to.equal('ok');
    expect(await guarded(async () => 'all')).to.equal('all');
  });

  it('lets no second trial call through beside the first, also when a call that began before the failures fails meanwhile', async () => {
    const { guarded, failTimes, pass } = world();
    const slow = Promise.withResolvers<never>();
    const earlier = failureOf(guarded(() => slow.promise));
    await failTimes(5);
    pass(10_000);
    const unanswered = Promise.withResolvers<string>();
    const trial = guarded(() => unanswered.promise);
    slow.reject(new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true }));
    await earlier;
    pass(10_000);
    const second = await failureOf(guarded(async () => 'beside the trial'));
    expect(second.message).to.include('too often');
    unanswered.resolve('ok');
    expect(await trial).to.equal('ok');
    expect(await guarded(async () => 'all')).to.equal('all');
  });

  it('blocks calls again when the trial call fails', async () => {
    const { guarded, failTimes, pass } = world();
    await failTimes(5);
    pass(10_000);
    await failureOf(guarded(unavailable));
    const failure = await failureOf(guarded(async () => 'not yet'));
    expect(failure.message).to.include('too often');
  });
});
