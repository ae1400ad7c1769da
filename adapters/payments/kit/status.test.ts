import { expect } from 'chai';

import type { PaymentStatus } from '#/domain/ports/charge.ts';

import { statusMap } from './status.ts';

describe('statusMap', () => {
  it('translates known words, and returns the fallback for unknown ones', () => {
    const status = statusMap<PaymentStatus>({ APPROVED: ['paid'] }, { otherwise: 'PENDING' });
    expect(status('paid')).to.equal('APPROVED');
    expect(status('PAID')).to.equal('PENDING');
    expect(status('toString')).to.equal('PENDING');
    expect(status.words).to.deep.equal({ paid: 'APPROVED' });
  });

  it('rejects a word with two meanings', () => {
    const twice = { APPROVED: ['paid'], REFUNDED: ['paid'] };
    expect(() => statusMap<PaymentStatus>(twice, { otherwise: 'PENDING' })).to.throw('paid');
  });

  it("adds a provider's own words to the list of its family", () => {
    const family = { PENDING: ['waiting'], REJECTED: ['refused'] } as const;
    const status = statusMap<PaymentStatus>(family, {
      also: { REJECTED: ['expired'] },
      otherwise: 'PENDING',
    });
    expect(status.words).to.deep.equal({
      waiting: 'PENDING',
      refused: 'REJECTED',
      expired: 'REJECTED',
    });
  });

  it('rejects an own word to which the family gives another meaning', () => {
    const family = { CHARGEBACK: ['in_protest'] } as const;
    const also = { PENDING: ['in_protest'] } as const;
    expect(() => statusMap<PaymentStatus>(family, { also, otherwise: 'PENDING' })).to.throw(
      'in_protest',
    );
  });
});
