import { expect } from 'chai';
import { optionalMails } from '#/domain/mail/optional-mails.ts';
import { noticesIn, listSwitchedOffMail } from './notices-form.ts';

describe('Form of notices by e-mail', () => {
  it('begins with all notices on, and saves those that are off', () => {
    expect(Object.values(noticesIn([]))).to.deep.equal(optionalMails.map(() => true));
    expect(listSwitchedOffMail(noticesIn([]))).to.deep.equal([]);
    for (const kind of optionalMails)
      expect(listSwitchedOffMail(noticesIn([kind]))).to.deep.equal([kind]);
    expect(listSwitchedOffMail(noticesIn(optionalMails))).to.deep.equal(optionalMails);
  });
});
