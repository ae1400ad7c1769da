import { expect } from 'chai';
import { backoffice as portuguese } from '#/web/i18n/pt-br/backoffice.ts';
import { explainEntry, balanceChangeOf } from './statement-line.ts';

const line = (pendingChange: number, availableChange: number, heldChange: number) => ({
  pendingChange,
  availableChange,
  heldChange,
});

describe('Movement of a statement line', () => {
  it('is the sum of the changes to all balances', () => {
    expect(balanceChangeOf(line(91_12, 0, 0))).to.equal(91_12);
    expect(balanceChangeOf(line(-60_00, -31_12, 0))).to.equal(-91_12);
    expect(balanceChangeOf(line(0, 0, -48_01))).to.equal(-48_01);
  });

  it('is zero when money only moved between the seller’s own balances', () => {
    expect(balanceChangeOf(line(-91_12, 91_12, 0))).to.equal(0);
    expect(balanceChangeOf(line(0, -50_00, 50_00))).to.equal(0);
  });
});

describe('Text of a statement line', () => {
  const money = (cents: number): string => `R$ ${(cents / 100).toFixed(2)}`;
  const textOf = (entry: Parameters<typeof explainEntry>[0]): string =>
    explainEntry(entry, portuguese.finance, { money });

  it('names the amount refunded to the buyer and the part taken from the seller', () => {
    const refund = { ...line(-9_35, 0, 0), kind: 'REFUND', buyerAmount: 10_00 } as const;
    expect(textOf(refund)).to.include('R$ 10.00').and.to.include('R$ 9.35');
  });

  it('names the amount of a paid withdrawal in one line and its fee in another', () => {
    const paid = { ...line(0, 0, -98_01), kind: 'WITHDRAWAL_PAID', buyerAmount: null } as const;
    const fee = { ...line(0, 0, -1_99), kind: 'WITHDRAWAL_FEE', buyerAmount: null } as const;
    expect(textOf(paid)).to.include('R$ 98.01');
    expect(textOf(fee)).to.include('R$ 1.99');
  });

  it('names the released amount, although the seller’s total does not change', () => {
    const release = { ...line(-91_12, 91_12, 0), kind: 'RELEASE', buyerAmount: null } as const;
    expect(textOf(release)).to.include('R$ 91.12');
  });
});
