import { expect } from 'chai';
import { compareWithLastPurchase } from './last-purchase.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const last = { paymentId: 'p1', buyer: 'ana', order: 'one e-book', at: now - 10_000 };
const request = { buyer: 'ana', order: 'one e-book', pressedAt: now };
const pix = { method: 'PIX', status: 'PENDING', expiresAt: '2026-11-20T12:30:00.000Z' } as const;
const card = { method: 'CREDIT_CARD', status: 'APPROVED', expiresAt: null } as const;

describe('Relation to the last purchase', () => {
  it('is `same`, whatever the status, if the last purchase was answered after this press of Buy', () => {
    const pressedEarlier = { ...request, pressedAt: last.at - 5 };
    for (const status of ['APPROVED', 'REJECTED', 'PENDING'] as const) {
      expect(compareWithLastPurchase(last, { ...card, status }, pressedEarlier, now)).to.equal(
        'same',
      );
    }
  });

  it('is `paid` if the last purchase was paid or its card may have been charged, even for another order', () => {
    const otherOrder = { ...request, order: 'two e-books' };
    expect(compareWithLastPurchase(last, card, request, now)).to.equal('paid');
    expect(compareWithLastPurchase(last, { ...card, status: 'PENDING' }, otherOrder, now)).to.equal(
      'paid',
    );
    expect(compareWithLastPurchase(last, { ...pix, status: 'APPROVED' }, otherOrder, now)).to.equal(
      'paid',
    );
  });

  it('is `same` while the last payment can still be paid, and `none` once it cannot or the order differs', () => {
    expect(compareWithLastPurchase(last, pix, request, now)).to.equal('same');
    expect(compareWithLastPurchase(last, pix, request, Date.parse(pix.expiresAt))).to.equal('none');
    expect(compareWithLastPurchase(last, pix, { ...request, order: 'with a bump' }, now)).to.equal(
      'none',
    );
    expect(compareWithLastPurchase(last, { ...card, status: 'REJECTED' }, request, now)).to.equal(
      'none',
    );
    expect(compareWithLastPurchase(last, { ...card, status: 'REFUNDED' }, request, now)).to.equal(
      'none',
    );
  });

  it('is `none` for another buyer in the same browser', () => {
    expect(
      compareWithLastPurchase(last, card, { ...request, buyer: 'bia', pressedAt: 0 }, now),
    ).to.equal('none');
  });
});
