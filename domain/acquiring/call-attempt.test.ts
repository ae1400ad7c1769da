import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { isAbsenceFinal, isKnownUnsent, nextAttempt, type CallAttempt } from './call-attempt.ts';
import { addSeconds } from '#/domain/values/time.ts';

const AT = '2026-11-20T15:00:00.000Z';

const attemptAfter = (last: CallAttempt | null, after: string | null, now: string) =>
  nextAttempt(last, { attemptId: randomUUID(), after, epoch: 1, now }, 'sandbox');

describe('nextAttempt', () => {
  const first = attemptAfter(null, null, AT);
  if (!first) throw new Error('the first attempt was not begun');

  it('begins one first attempt, which must be sent within seconds', () => {
    expect(first).to.include({ ordinal: 1, provider: 'sandbox', at: AT });
    expect(first.deadline > AT && first.deadline <= addSeconds(AT, 30)).to.equal(true);
    expect(attemptAfter(first, null, addSeconds(AT, 3_600))).to.equal(undefined);
  });

  it('begins the next only when the last can no longer arrive, and only if the command names that last one', () => {
    expect(attemptAfter(first, first.attemptId, addSeconds(AT, 29))).to.equal(undefined);
    const second = attemptAfter(first, first.attemptId, addSeconds(AT, 31));
    expect(second).to.include({ ordinal: 2 });
    expect(attemptAfter(second ?? null, first.attemptId, addSeconds(AT, 3_600))).to.equal(
      undefined,
    );
    expect(attemptAfter(first, randomUUID(), addSeconds(AT, 3_600))).to.equal(undefined);
  });

  it('begins the next at once where the acquirer carries out repeated calls once, and counts it as a second call', () => {
    const repetition = {
      attemptId: randomUUID(),
      after: first.attemptId,
      epoch: 1,
      isRepeatable: true,
      now: AT,
    };
    expect(nextAttempt(first, repetition, 'sandbox')).to.include({ ordinal: 2 });
    expect(nextAttempt(first, { ...repetition, after: null }, 'sandbox')).to.equal(undefined);
  });

  it('begins the next at once when the last certainly did not reach the acquirer, and does not count an unsent first call', () => {
    const unsent = { ...first, isUnsent: true } as const;
    expect(attemptAfter(unsent, first.attemptId, addSeconds(AT, 1))).to.include({ ordinal: 1 });
    const second = { ...first, ordinal: 2, isUnsent: true } as const;
    expect(attemptAfter(second, first.attemptId, addSeconds(AT, 1))).to.include({ ordinal: 3 });
  });

  it('is known to have sent nothing only in the epoch in which it was made', () => {
    const unsent = { ...first, isUnsent: true } as const;
    expect(isKnownUnsent(unsent, 1)).to.equal(true);
    expect(isKnownUnsent(unsent, 2), 'the record of a later call may be lost').to.equal(false);
    expect(isKnownUnsent({ ...unsent, epoch: undefined }, 1), 'made before epochs').to.equal(false);
  });
});

describe('isAbsenceFinal', () => {
  const attempt = attemptAfter(null, null, AT) ?? null;
  const epoch = { number: 1, since: addSeconds(AT, -60), began: '' };
  const after = (seconds: number) => ({
    attempt,
    requestedAt: AT,
    epoch,
    now: addSeconds(attempt?.deadline ?? AT, seconds),
  });

  it('is false where the acquirer declares no time', () => {
    expect(isAbsenceFinal(after(1_000_000), undefined)).to.equal(false);
  });

  it('is false until the longest time-out and the difference of clocks have passed, even if the acquirer declares less', () => {
    expect(isAbsenceFinal(after(25), 1)).to.equal(false);
    expect(isAbsenceFinal(after(26), 1)).to.equal(true);
    expect(isAbsenceFinal(after(60), 60)).to.equal(false);
    expect(isAbsenceFinal(after(61), 60)).to.equal(true);
  });
});
