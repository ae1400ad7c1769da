import { expect } from 'chai';
import { attemptKey, closeAttempt } from './attempts.ts';

const REQUEST = { amount: 12_00, pixKey: 'ana@example.com' };

describe('the attempts of writes', () => {
  it('are one while nobody knows what became of them, and another afterwards', () => {
    const first = attemptKey('withdraw', REQUEST);
    expect(attemptKey('withdraw', { ...REQUEST })).to.equal(first);
    closeAttempt('withdraw', REQUEST);
    expect(attemptKey('withdraw', REQUEST)).not.to.equal(first);
  });

  it('are others of another input or name', () => {
    const first = attemptKey('withdraw', REQUEST);
    expect(attemptKey('withdraw', { ...REQUEST, amount: 13_00 })).not.to.equal(first);
    expect(attemptKey('refund', REQUEST)).not.to.equal(first);
  });

  it('are another for who comes back long after', () => {
    const first = attemptKey('refund', { amount: 1 }, 0);
    expect(attemptKey('refund', { amount: 1 }, 14 * 60_000)).to.equal(first);
    expect(attemptKey('refund', { amount: 1 }, 16 * 60_000)).not.to.equal(first);
  });
});
