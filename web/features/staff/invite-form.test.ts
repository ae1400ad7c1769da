import { expect } from 'chai';
import { emptyInvite, inviteErrors } from './invite-form.ts';

describe('Invitation of a functionary', () => {
  it('needs an e-mail, and ignores spaces around it', () => {
    expect(inviteErrors(emptyInvite)).to.deep.equal({ email: 'emailWrong' });
    expect(inviteErrors({ ...emptyInvite, email: 'ana@loja' }).email).to.equal('emailWrong');
    expect(inviteErrors({ ...emptyInvite, email: ' ana@loja.example ' }).email).to.equal(undefined);
  });
});
