import { expect } from 'chai';
import { privacyErrors } from './privacy-form.ts';

const reason = 'pedido do titular';
const right = { reason: undefined, typed: undefined };

describe('the form of an export or erasure', () => {
  it('needs a reason', () => {
    expect(privacyErrors({ reason, typed: '' }, undefined)).to.deep.equal(right);
    const short = { reason: ' oi ', typed: '' };
    expect(privacyErrors(short, undefined)).to.deep.equal({ ...right, reason: 'reasonShort' });
  });

  it('erases only after the word was typed, in any case', () => {
    expect(privacyErrors({ reason, typed: '' }, 'APAGAR').typed).to.equal('confirmWrong');
    expect(privacyErrors({ reason, typed: 'apaga' }, 'APAGAR').typed).to.equal('confirmWrong');
    expect(privacyErrors({ reason, typed: ' apagar ' }, 'APAGAR')).to.deep.equal(right);
  });
});
