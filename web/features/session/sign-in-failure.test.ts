import { expect } from 'chai';
import { backoffice } from '#/web/i18n/en/backoffice.ts';
import { signInFailure } from './sign-in-failure.ts';

describe('Error text of a failed sign-in', () => {
  const errorText = (outcome: Parameters<typeof signInFailure>[0]) =>
    signInFailure(outcome, backoffice, 'en');

  it('gives the server’s reason for being unavailable, else our general text', () => {
    const reason = { pt: 'Muitas pessoas estão entrando.', en: 'Many people are signing in.' };
    expect(errorText({ kind: 'unavailable', detail: reason })).to.equal(reason.en);
    expect(errorText({ kind: 'unavailable' })).to.equal(backoffice.login.unavailable);
  });

  it('does not reveal whether the e-mail or the password was wrong', () => {
    expect(errorText({ kind: 'wrong' })).to.equal('Wrong e-mail or password.');
    expect(errorText({ kind: 'signed-in' })).to.equal(undefined);
  });

  it('gives the server’s reason for refusing a code, and none while it is only asked for', () => {
    const detail = { pt: 'O código não confere.', en: 'The code is not right.' };
    expect(errorText({ kind: 'code', isWrong: true, detail })).to.equal(detail.en);
    expect(errorText({ kind: 'code', isWrong: false, detail })).to.equal(undefined);
  });
});
