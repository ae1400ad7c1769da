import { expect } from 'chai';
import { attemptKey, closeAttempt } from './attempts.ts';

const REQUEST = { amount: 12_00, pixKey: 'ana@example.com' };

describe('Idempotency key of a write', () => {
  it('stays the same until the outcome is known, and then changes', () => {
    const first = attemptKey('withdraw', REQUEST);
    expect(attemptKey('withdraw', { ...REQUEST })).to.equal(first);
    closeAttempt('withdraw', REQUEST);
    expect(attemptKey('withdraw', REQUEST)).not.to.equal(first);
  });

  it('differs for another input or another operation', () => {
    const first = attemptKey('withdraw', REQUEST);
    expect(attemptKey('withdraw', { ...REQUEST, amount: 13_00 })).not.to.equal(first);
    expect(attemptKey('refund', REQUEST)).not.to.equal(first);
  });

  it('changes after 15 minutes', () => {
    const first = attemptKey('refund', { amount: 1 }, 0);
    expect(attemptKey('refund', { amount: 1 }, 14 * 60_000)).to.equal(first);
    expect(attemptKey('refund', { amount: 1 }, 16 * 60_000)).not.to.equal(first);
  });
});
