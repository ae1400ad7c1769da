import { expect } from 'chai';
import { sellerIdErrors } from './seller-id-form.ts';

describe('Choice of a seller by id', () => {
  it('requires an id, and leaves it to the server whether a seller has it', () => {
    expect(sellerIdErrors({ sellerId: ' ' })).to.deep.equal({ sellerId: 'missing' });
    expect(sellerIdErrors({ sellerId: ' demo-seller ' })).to.deep.equal({ sellerId: undefined });
  });
});
