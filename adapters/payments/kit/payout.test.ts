import { expect } from 'chai';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { payoutStatusOf } from './payout.ts';
import { statusMap } from './status.ts';

describe('A status word for a payout', () => {
  for (const otherwise of ['APPROVED', 'PENDING', 'REJECTED'] as const) {
    const map = statusMap<WithdrawStatus>(
      { REJECTED: ['REFUSED'], APPROVED: ['PAID'] },
      { otherwise },
    );

    it(`says that it was not made only where the provider lists the word (unknown words are ${otherwise})`, () => {
      expect(payoutStatusOf(map, 'REFUSED')).to.equal('REJECTED');
      for (const word of ['refused', 'ERROR', 'error'])
        expect(payoutStatusOf(map, word), word).to.equal('PENDING');
    });

    it(`has the provider's meaning otherwise (unknown words are ${otherwise})`, () => {
      expect(payoutStatusOf(map, 'PAID')).to.equal('APPROVED');
      expect(payoutStatusOf(map, 'on its way')).to.equal(otherwise);
    });
  }

  it('leaves the payout pending at a provider without words', () => {
    expect(payoutStatusOf(undefined, 'refused')).to.equal('PENDING');
  });
});
