import { expect } from 'chai';
import { secondsToWait } from './sign-in.ts';

describe('Wait after too many sign-in attempts', () => {
  it('lasts as long as the server says, rounded up to whole seconds', () => {
    expect(secondsToWait(new Headers({ 'X-Retry-After': '12' }))).to.equal(12);
    expect(secondsToWait(new Headers({ 'Retry-After': '1.2' }))).to.equal(2);
  });

  it('lasts a minute when the server gives no number of seconds', () => {
    expect(secondsToWait(new Headers())).to.equal(60);
    expect(secondsToWait(new Headers({ 'Retry-After': 'Fri, 20 Nov 2026 12:00:00 GMT' }))).to.equal(
      60,
    );
  });
});
