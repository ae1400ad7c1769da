import { expect } from 'chai';
import { reasonErrors } from './reason-form.ts';

describe('a decision about a receiver', () => {
  it('needs a reason, and no id at the acquirer', () => {
    const error = (reason: string) => reasonErrors({ reason, providerReceiverId: '' }).reason;
    expect(error(' oi ')).to.equal('reasonShort');
    expect(error('não')).to.equal(undefined);
  });
});
