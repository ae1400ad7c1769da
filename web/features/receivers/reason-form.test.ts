import { expect } from 'chai';
import { reasonErrors } from './reason-form.ts';

describe('Decision about a receiver', () => {
  it('requires a reason of at least three characters, not counting spaces around it', () => {
    const error = (reason: string) => reasonErrors({ reason }).reason;
    expect(error(' oi ')).to.equal('reasonShort');
    expect(error('não')).to.equal(undefined);
  });
});
