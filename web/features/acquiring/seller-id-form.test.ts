import { expect } from 'chai';
import { sellerIdErrors } from './seller-id-form.ts';

describe('Choice of a seller by id', () => {
  it('needs an id, and leaves it to the server whose it is', () => {
    expect(sellerIdErrors({ sellerId: ' ' })).to.deep.equal({ sellerId: 'missing' });
    expect(sellerIdErrors({ sellerId: ' demo-seller ' })).to.deep.equal({ sellerId: undefined });
  });
});
