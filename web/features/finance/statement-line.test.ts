import { expect } from 'chai';
import { backoffice as portuguese } from '#/web/i18n/pt-br/backoffice.ts';
import { explainEntry, movedBy } from './statement-line.ts';

const line = (pendingChange: number, availableChange: number, heldChange: number) => ({
  pendingChange,
  availableChange,
  heldChange,
});

describe('the movement of a statement line', () => {
  it('is what came or went, from whichever balance', () => {
    expect(movedBy(line(91_12, 0, 0))).to.equal(91_12);
    expect(movedBy(line(-60_00, -31_12, 0))).to.equal(-91_12);
    expect(movedBy(line(0, 0, -48_01))).to.equal(-48_01);
  });

  it('is nothing when money only moved between one’s own balances', () => {
    expect(movedBy(line(-91_12, 91_12, 0))).to.equal(0);
    expect(movedBy(line(0, -50_00, 50_00))).to.equal(0);
  });
});

describe('what a statement line says', () => {
  const money = (cents: number): string => `R$ ${(cents / 100).toFixed(2)}`;
  const says = (of: Parameters<typeof explainEntry>[0]): string =>
    explainEntry(of, portuguese.finance, { money });

  it('is what the buyer got back and what of it left the seller', () => {
    const refund = { ...line(-9_35, 0, 0), kind: 'REFUND', buyerAmount: 10_00 } as const;
    expect(says(refund)).to.include('R$ 10.00').and.to.include('R$ 9.35');
  });

  it('is what arrived with a withdrawal, and what it cost, each for itself', () => {
    const paid = { ...line(0, 0, -98_01), kind: 'WITHDRAWAL_PAID', buyerAmount: null } as const;
    const fee = { ...line(0, 0, -1_99), kind: 'WITHDRAWAL_FEE', buyerAmount: null } as const;
    expect(says(paid)).to.include('R$ 98.01');
    expect(says(fee)).to.include('R$ 1.99');
  });

  it('is how much moved between balances, though nothing came or went', () => {
    const release = { ...line(-91_12, 91_12, 0), kind: 'RELEASE', buyerAmount: null } as const;
    expect(says(release)).to.include('R$ 91.12');
  });
});
