import { expect } from 'chai';
import { holdOf } from './retention.ts';

const paid = { open: [], paidOn: '2026-11-20' } as const;
const unpaid = { open: [], paidOn: null } as const;

describe('how long the law holds a person', () => {
  it('holds nobody who never paid', () => {
    expect(holdOf('fiscal', [unpaid], '2026-11-20')).to.equal(undefined);
    expect(holdOf('contact', [], '2026-11-20')).to.equal(undefined);
  });

  it('holds name and document for five years from the last payment, and lets the contact go', () => {
    const before = { ...paid, paidOn: '2025-01-31' };
    const hold = { causes: ['fiscal-record'], until: '2031-11-20' };
    expect(holdOf('fiscal', [paid, before], '2026-11-21')).to.deep.equal(hold);
    expect(holdOf('fiscal', [paid, before], '2031-11-19')).to.deep.equal(hold);
    expect(holdOf('fiscal', [paid, before], '2031-11-20')).to.equal(undefined);
    expect(holdOf('contact', [paid, before], '2026-11-21')).to.equal(undefined);
  });

  it('holds all while something is open, without a day that could be told', () => {
    const open = { open: ['open-payment', 'open-refund'], paidOn: null } as const;
    const held = { causes: ['open-payment', 'open-refund'], until: null };
    expect(holdOf('contact', [open, open, paid], '2040-01-01')).to.deep.equal(held);
    expect(holdOf('fiscal', [open, paid], '2040-01-01')).to.deep.equal(held);
    expect(holdOf('fiscal', [open, paid], '2026-12-01')).to.deep.equal({
      causes: ['open-payment', 'open-refund', 'fiscal-record'],
      until: '2031-11-20',
    });
  });

  it('counts from the end of February in a leap year', () => {
    const leap = { ...paid, paidOn: '2028-02-29' };
    expect(holdOf('fiscal', [leap], '2029-01-01')?.until).to.equal('2033-02-28');
  });
});
