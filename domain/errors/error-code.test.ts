import { expect } from 'chai';
import { errorCode } from './error-code.ts';

describe('errorCode', () => {
  it('is the text that an error has as its code, else its name', () => {
    expect(errorCode(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).to.equal(
      'ENOENT',
    );
    expect(errorCode(new TypeError('no code'))).to.equal('TypeError');
    expect(errorCode(new DOMException('its code is a number', 'AbortError'))).to.equal(
      'AbortError',
    );
    expect(errorCode('not an error')).to.equal('unknown error');
  });
});
