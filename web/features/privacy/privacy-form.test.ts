import { expect } from 'chai';
import { privacyErrors } from './privacy-form.ts';

const reason = 'pedido do titular';
const noErrors = { reason: undefined, typed: undefined };

describe('Form of a personal data export or erasure', () => {
  it('rejects a reason that is too short', () => {
    expect(privacyErrors({ reason, typed: '' }, undefined)).to.deep.equal(noErrors);
    const short = { reason: ' oi ', typed: '' };
    expect(privacyErrors(short, undefined)).to.deep.equal({ ...noErrors, reason: 'reasonShort' });
  });

  it('requires the confirmation word for an erasure, in upper or lower case', () => {
    expect(privacyErrors({ reason, typed: '' }, 'APAGAR').typed).to.equal('confirmWrong');
    expect(privacyErrors({ reason, typed: 'apaga' }, 'APAGAR').typed).to.equal('confirmWrong');
    expect(privacyErrors({ reason, typed: ' apagar ' }, 'APAGAR')).to.deep.equal(noErrors);
  });
});
