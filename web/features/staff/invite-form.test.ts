import { expect } from 'chai';
import { emptyInvite, inviteErrors } from './invite-form.ts';

describe('Invitation of a functionary', () => {
  it('needs an e-mail, and spaces around it do no harm', () => {
    expect(inviteErrors(emptyInvite)).to.deep.equal({ email: 'emailWrong' });
    expect(inviteErrors({ ...emptyInvite, email: 'ana@loja' }).email).to.equal('emailWrong');
    expect(inviteErrors({ ...emptyInvite, email: ' ana@loja.example ' }).email).to.equal(undefined);
  });
});
