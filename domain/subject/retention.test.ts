import { expect } from 'chai';
import { retentionDutyOf } from './retention.ts';

const paid = { open: [], paidOn: '2026-11-20' } as const;
const unpaid = { open: [], paidOn: null } as const;

describe('retentionDutyOf', () => {
  it('retains nothing of a person who never paid', () => {
    expect(retentionDutyOf('fiscal', [unpaid], '2026-11-20')).to.equal(undefined);
    expect(retentionDutyOf('contact', [], '2026-11-20')).to.equal(undefined);
  });

  it('retains fiscal data for five years from the last payment, and contact data not at all', () => {
    const earlier = { ...paid, paidOn: '2025-01-31' };
    const hold = { causes: ['fiscal-record'], until: '2031-11-20' };
    expect(retentionDutyOf('fiscal', [paid, earlier], '2026-11-21')).to.deep.equal(hold);
    expect(retentionDutyOf('fiscal', [paid, earlier], '2031-11-19')).to.deep.equal(hold);
    expect(retentionDutyOf('fiscal', [paid, earlier], '2031-11-20')).to.equal(undefined);
    expect(retentionDutyOf('contact', [paid, earlier], '2026-11-21')).to.equal(undefined);
  });

  it('retains everything while a payment or refund is open, without an end day for the contact', () => {
    const open = { open: ['open-payment', 'open-refund'], paidOn: null } as const;
    const held = { causes: ['open-payment', 'open-refund'], until: null };
    expect(retentionDutyOf('contact', [open, open, paid], '2040-01-01')).to.deep.equal(held);
    expect(retentionDutyOf('fiscal', [open, paid], '2040-01-01')).to.deep.equal(held);
    expect(retentionDutyOf('fiscal', [open, paid], '2026-12-01')).to.deep.equal({
      causes: ['open-payment', 'open-refund', 'fiscal-record'],
      until: '2031-11-20',
    });
  });

  it('ends the retention of a payment made on 29 February on a 28 February', () => {
    const leap = { ...paid, paidOn: '2028-02-29' };
    expect(retentionDutyOf('fiscal', [leap], '2029-01-01')?.until).to.equal('2033-02-28');
  });
});
