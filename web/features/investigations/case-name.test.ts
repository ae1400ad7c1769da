import { expect } from 'chai';
import { CASE_KINDS, caseNamed, caseWord } from './case-name.ts';

describe('An investigation in a URL', () => {
  it('is parsed from the part of the URL that names it', () => {
    for (const kind of CASE_KINDS) {
      expect(caseNamed(caseWord({ kind, id: 'a-1' }))).to.deep.equal({ kind, id: 'a-1' });
    }
  });

  it('is undefined when the URL names none', () => {
    for (const word of [undefined, '', 'payment', 'payment.', 'sale.1', '.1']) {
      expect(caseNamed(word)).to.equal(undefined);
    }
  });
});
