import { expect } from 'chai';
import { CASE_KINDS, parseCase, caseText } from './case-name.ts';

describe('An investigation in a URL', () => {
  it('is parsed from the part of the URL that names it', () => {
    for (const kind of CASE_KINDS) {
      expect(parseCase(caseText({ kind, id: 'a-1' }))).to.deep.equal({ kind, id: 'a-1' });
    }
  });

  it('is undefined when the URL names none', () => {
    for (const word of [undefined, '', 'payment', 'payment.', 'sale.1', '.1']) {
      expect(parseCase(word)).to.equal(undefined);
    }
  });
});
