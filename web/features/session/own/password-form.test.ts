import { expect } from 'chai';
import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';
import { isGuessable, passwordErrors } from './password-form.ts';

const refused = (code: string) =>
  new ProblemError({
    type: 'about:blank',
    title: 'Refused',
    status: 422,
    code,
    detail: { pt: 'Recusado.', en: 'Refused.' },
    requestId: 'r-1',
  });

describe('Form of a new password', () => {
  it('accepts a password of twelve characters that is typed twice', () => {
    const password = 'doze letras!';
    expect(passwordErrors({ password, again: password })).to.deep.equal({});
    expect(passwordErrors({ password, again: 'doze letras?' })).to.deep.equal({
      again: 'different',
    });
    expect(passwordErrors({ password: 'onze letras', again: 'onze letras' })).to.deep.equal({
      password: 'short',
    });
    expect(passwordErrors({ password: '', again: '' })).to.deep.equal({ password: 'missing' });
  });

  it('recognises that the server refused a password as easily guessed', () => {
    expect(isGuessable(refused('password/easily-guessed'))).to.equal(true);
    expect(isGuessable(refused('session/required'))).to.equal(false);
    expect(isGuessable(new ConnectionLost('offline'))).to.equal(false);
  });
});
