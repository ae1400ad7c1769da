import { isValidPhone as oracle } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import { expect } from 'chai';
import fc from 'fast-check';

import {
  formatPhone,
  isValidPhone,
  normalisePhone,
  phoneInE164,
  SYNTHETIC_PHONE,
} from './phone.ts';

describe('Phone', () => {
  it('reads mobile and fixed numbers in any mask, with or without the country prefix', () => {
    expect(normalisePhone('(11) 91234-5678')).to.equal('11912345678');
    expect(normalisePhone('+55 11 91234-5678')).to.equal('11912345678');
    expect(normalisePhone('21 3123-4567')).to.equal('2131234567');
    expect(normalisePhone('55 3123-4567')).to.equal('5531234567');
  });

  it('rejects unknown area codes, mobile numbers without the 9 and numbers without an area code', () => {
    for (const text of ['20912345678', '11812345678', '1161234567', '912345678', '', 'abc']) {
      expect(isValidPhone(text), text).to.equal(false);
    }
  });

  it('agrees with an independent implementation on area codes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 99 }), (areaCode) => {
        const text = `${areaCode}912345678`;
        return isValidPhone(text) === oracle(text);
      }),
      { numRuns: 500 },
    );
  });

  it('formats numbers in E.164 and in the national mask', () => {
    expect(phoneInE164('11 91234 5678')).to.equal('+5511912345678');
    expect(phoneInE164('123')).to.equal(undefined);
    expect(formatPhone('5511912345678')).to.equal('(11) 91234-5678');
    expect(formatPhone('2131234567')).to.equal('(21) 3123-4567');
    expect(formatPhone('123')).to.equal('123');
  });

  it('has a synthetic number that is a valid phone', () => {
    expect(isValidPhone(SYNTHETIC_PHONE)).to.equal(true);
  });
});
