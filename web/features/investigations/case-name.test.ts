import { expect } from 'chai';
import { CASE_KINDS, caseNamed, caseWord } from './case-name.ts';

describe('A case in an address', () => {
  it('is read back from the part of the address that names it', () => {
    for (const kind of CASE_KINDS) {
      expect(caseNamed(caseWord({ kind, id: 'a-1' }))).to.deep.equal({ kind, id: 'a-1' });
    }
  });

  it('is undefined when the address names no case', () => {
    for (const word of [undefined, '', 'payment', 'payment.', 'sale.1', '.1']) {
      expect(caseNamed(word)).to.equal(undefined);
    }
  });
});
