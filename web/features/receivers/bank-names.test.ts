import { getBanks } from '@brazilian-utils/brazilian-utils';
import { expect } from 'chai';
import { bankNames } from './bank-names.ts';

/** Closed banks that are still in the specification's list (people.52). */
const CLOSED = ['204'];

describe('List of suggested banks', () => {
  it('has about 75 banks in the order of their codes, without duplicates (people.52)', () => {
    const codes = bankNames.map(([code]) => code);
    expect(codes).to.have.length.within(73, 77);
    expect(codes).to.deep.equal([...new Set(codes)].toSorted());
    for (const code of ['001', '237', '260', '341']) expect(codes).to.include(code);
  });

  it('has only codes issued by the central bank, each with a name', () => {
    const issued = new Set(getBanks().map(({ code }) => code));
    for (const [code, name] of bankNames) {
      expect(issued.has(code) || CLOSED.includes(code), code).to.equal(true);
      expect(name.trim(), code).to.equal(name).and.to.have.length.greaterThan(1);
    }
  });
});
