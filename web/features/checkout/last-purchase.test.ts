import { expect } from 'chai';
import { relationTo } from './last-purchase.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const last = { paymentId: 'p1', buyer: 'ana', order: 'one e-book', at: now - 10_000 };
const request = { buyer: 'ana', order: 'one e-book', pressedAt: now };
const pix = { method: 'PIX', status: 'PENDING', expiresAt: '2026-11-20T12:30:00.000Z' } as const;
const card = { method: 'CREDIT_CARD', status: 'APPROVED', expiresAt: null } as const;

describe('what was bought before', () => {
  it('is the same press when it was answered while this one waited, whatever the answer', () => {
    const waited = { ...request, pressedAt: last.at - 5 };
    for (const status of ['APPROVED', 'REJECTED', 'PENDING'] as const) {
      expect(relationTo(last, { ...card, status }, waited, now)).to.equal('same');
    }
  });

  it('is told when it is paid, or a card may have been charged, whatever is wanted now', () => {
    const other = { ...request, order: 'two e-books' };
    expect(relationTo(last, card, request, now)).to.equal('paid');
    expect(relationTo(last, { ...card, status: 'PENDING' }, other, now)).to.equal('paid');
    expect(relationTo(last, { ...pix, status: 'APPROVED' }, other, now)).to.equal('paid');
  });

  it('is the same while it can still be paid, and nothing once it cannot, or another is wanted', () => {
    expect(relationTo(last, pix, request, now)).to.equal('same');
    expect(relationTo(last, pix, request, Date.parse(pix.expiresAt))).to.equal('none');
    expect(relationTo(last, pix, { ...request, order: 'with a bump' }, now)).to.equal('none');
    expect(relationTo(last, { ...card, status: 'REJECTED' }, request, now)).to.equal('none');
    expect(relationTo(last, { ...card, status: 'REFUNDED' }, request, now)).to.equal('none');
  });

  it('is nothing to another buyer of the same browser', () => {
    expect(relationTo(last, card, { ...request, buyer: 'bia', pressedAt: 0 }, now)).to.equal(
      'none',
    );
  });
});
