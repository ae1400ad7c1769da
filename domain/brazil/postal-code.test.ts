import { expect } from 'chai';

import { formatPostalCode, normalisePostalCode } from './postal-code.ts';

describe('postal code', () => {
  it('reads eight digits in any mask', () => {
    for (const text of ['01310100', '01310-100', '01.310-100', ' 01310 100 ']) {
      expect(normalisePostalCode(text), text).to.equal('01310100');
    }
  });

  it('refuses other lengths, letters and nothing but zeros', () => {
    for (const text of ['0131010', '013101000', '01310-10a', '00000-000', '']) {
      expect(normalisePostalCode(text), text).to.equal(undefined);
    }
  });

  it('writes the hyphen, and leaves other text alone', () => {
    expect(formatPostalCode('01310100')).to.equal('01310-100');
    expect(formatPostalCode('0131')).to.equal('0131');
  });
});
