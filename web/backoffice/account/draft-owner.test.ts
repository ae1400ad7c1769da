import { expect } from 'chai';
import { draftOwnerOf } from './draft-owner.ts';

const ana = {
  role: 'SELLER',
  platformId: 'demo',
  sellerId: 'seller-1',
  email: 'ana@loja.example',
} as const;

describe('Owner of drafts', () => {
  it('is one person, on one platform, in one membership', () => {
    const others = [
      { ...ana, sellerId: 'seller-2' },
      { ...ana, email: 'outra@loja.example' },
      { ...ana, platformId: 'other' },
      { ...ana, sellerId: null, role: 'ADMIN' } as const,
    ];
    const owners = [ana, ...others].map(draftOwnerOf);
    expect(new Set(owners).size).to.equal(owners.length);
    expect(draftOwnerOf({ ...ana })).to.equal(draftOwnerOf(ana));
  });

  it('is named without the e-mail', () => {
    expect(draftOwnerOf(ana)).to.include('seller-1').and.not.include('ana@');
  });
});
