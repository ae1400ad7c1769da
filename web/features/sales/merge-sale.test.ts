import { expect } from 'chai';
import type { Sale } from '#/api/contract/sales.ts';
import { mergeSale } from './merge-sale.ts';

const sale = (paymentId: string, change: Partial<Sale> = {}): Sale => ({
  paymentId,
  sellerId: 'seller',
  offerId: 'offer',
  productId: 'product',
  title: 'E-book',
  buyerName: 'Ana Souza',
  status: 'PENDING',
  method: 'PIX',
  provider: 'sandbox',
  providerLabel: 'Sandbox',
  installments: 1,
  amount: 97_00,
  fee: 5_88,
  interest: 0,
  net: 91_12,
  refundedAmount: 0,
  currency: 'BRL',
  transactionId: null,
  requestedAt: '2026-11-20T12:00:00.000Z',
  approvedAt: null,
  expiresAt: null,
  ...change,
});

describe('Live update of a sale', () => {
  const list = [sale('a'), sale('b')];

  it('updates the sale in place and keeps its buyer’s name', () => {
    const merged = mergeSale(list, sale('b', { status: 'APPROVED', buyerName: null }));
    expect(
      merged.map(({ paymentId, status, buyerName }) => [paymentId, status, buyerName]),
    ).to.deep.equal([
      ['a', 'PENDING', 'Ana Souza'],
      ['b', 'APPROVED', 'Ana Souza'],
    ]);
  });

  it('leaves a list unchanged if it does not contain the sale', () => {
    expect(mergeSale(list, sale('c'))).to.equal(list);
  });
});
