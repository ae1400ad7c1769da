import { expect } from 'chai';
import { codeOrNameOf, errorCodeOf } from './error-code.ts';

const noFile = Object.assign(new Error('no such file'), { code: 'ENOENT' });
const aborted = new DOMException('its code is a number', 'AbortError');

describe('errorCodeOf', () => {
  it('is the text that an error has as its code, and undefined where it has none', () => {
    expect(errorCodeOf(noFile)).to.equal('ENOENT');
    for (const other of [new TypeError('no code'), aborted, 'not an error', { code: 'ENOENT' }]) {
      expect(errorCodeOf(other)).to.equal(undefined);
    }
  });
});

describe('codeOrNameOf', () => {
  it('is the code of an error, else its name', () => {
    expect(codeOrNameOf(noFile)).to.equal('ENOENT');
    expect(codeOrNameOf(new TypeError('no code'))).to.equal('TypeError');
    expect(codeOrNameOf(aborted)).to.equal('AbortError');
    expect(codeOrNameOf('not an error')).to.equal('unknown error');
  });
});
