import { expect } from 'chai';
import { changesBetween } from './detail-changes.ts';
import { receiverValues } from './receiver-form.ts';

describe('Changes of registration data', () => {
  it('are the fields whose text differs between two versions', () => {
    const before = receiverValues(null);
    const after = { ...before, bank: { ...before.bank, bankCode: '341' } };
    expect(changesBetween(before, after)).to.deep.equal([
      { group: 'bank', name: 'bankCode', before: '', after: '341' },
    ]);
    expect(changesBetween(after, after)).to.deep.equal([]);
  });
});
