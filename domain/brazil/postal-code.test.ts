import { expect } from 'chai';

import { formatPostalCode, normalisePostalCode } from './postal-code.ts';

describe('Postal code', () => {
  it('reads eight digits in any mask', () => {
    for (const text of ['01310100', '01310-100', '01.310-100', ' 01310 100 ']) {
      expect(normalisePostalCode(text), text).to.equal('01310100');
    }
  });

  it('rejects other lengths, letters and a code of zeros only', () => {
    for (const text of ['0131010', '013101000', '01310-10a', '00000-000', '']) {
      expect(normalisePostalCode(text), text).to.equal(undefined);
    }
  });

  it('formats the code with a hyphen, and leaves other text unchanged', () => {
    expect(formatPostalCode('01310100')).to.equal('01310-100');
    expect(formatPostalCode('0131')).to.equal('0131');
  });
});
