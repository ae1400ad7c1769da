import { expect } from 'chai';
import { changesBetween, withoutChanges } from './detail-changes.ts';
import { receiverValues } from './receiver-form.ts';

describe('Changes of registration data', () => {
  it('are the fields whose text differs between two versions', () => {
    const before = receiverValues(null);
    const after = { ...before, bank: { ...before.bank, bankCode: '341' } };
    expect(changesBetween(before, after)).to.deep.equal([
      { path: 'bank.bankCode', group: 'bank', name: 'bankCode', before: '', after: '341' },
    ]);
    expect(changesBetween(after, after)).to.deep.equal([]);
  });

  it('are undone back to the oldest text of each field', () => {
    const [first, second, third] = ['', '341', '237'].map((bankCode) => {
      const none = receiverValues(null);
      return { ...none, bank: { ...none.bank, bankCode } };
    });
    if (!first || !second || !third) throw new Error('there are three');
    const changes = [...changesBetween(first, second), ...changesBetween(second, third)];
    expect(withoutChanges(third, changes)).to.deep.equal(first);
  });
});
