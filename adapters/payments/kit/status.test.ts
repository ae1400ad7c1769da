import { expect } from 'chai';

import type { PaymentStatus } from '#/domain/ports/charge.ts';

import { statusMap } from './status.ts';

describe('status map', () => {
  it('translates known words and has an answer for unheard-of ones', () => {
    const status = statusMap<PaymentStatus>({ APPROVED: ['paid'] }, { otherwise: 'PENDING' });
    expect(status('paid')).to.equal('APPROVED');
    expect(status('PAID')).to.equal('PENDING');
    expect(status('toString')).to.equal('PENDING');
    expect(status.words).to.deep.equal({ paid: 'APPROVED' });
  });

  it('lets no word mean two things', () => {
    const twice = { APPROVED: ['paid'], REFUNDED: ['paid'] };
    expect(() => statusMap<PaymentStatus>(twice, { otherwise: 'PENDING' })).to.throw('paid');
  });
});
