import { expect } from 'chai';
import { backoffice } from '#/web/i18n/en/backoffice.ts';
import { signInFailure } from './sign-in-failure.ts';

describe('whoever could not sign in', () => {
  const reported = (outcome: Parameters<typeof signInFailure>[0]) =>
    signInFailure(outcome, backoffice, 'en');

  it('is told what the server says of itself, and of the connection only where it says nothing', () => {
    const said = { pt: 'Muitas pessoas estão entrando.', en: 'Many people are signing in.' };
    expect(reported({ kind: 'unavailable', detail: said })).to.equal(said.en);
    expect(reported({ kind: 'unavailable' })).to.equal(backoffice.login.unavailable);
  });

  it('is not told whether it was the e-mail or the password', () => {
    expect(reported({ kind: 'wrong' })).to.equal('Wrong e-mail or password.');
    expect(reported({ kind: 'signed-in' })).to.equal(undefined);
  });
});
