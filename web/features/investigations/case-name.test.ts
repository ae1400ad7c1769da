import { expect } from 'chai';
import { caseNamed, caseWord } from './case-name.ts';

describe('A case in an address', () => {
  it('is found again by its word', () => {
    for (const kind of ['PAYMENT', 'REFUND', 'WITHDRAWAL'] as const) {
      expect(caseNamed(caseWord({ kind, id: 'a-1' }))).to.deep.equal({ kind, id: 'a-1' });
    }
  });

  it('is none when the address was cut or made up', () => {
    for (const word of [undefined, '', 'payment', 'payment.', 'sale.1', '.1']) {
      expect(caseNamed(word)).to.equal(undefined);
    }
  });
});
