import { expect } from 'chai';
import { compareHolder } from './holder-match.ts';

const seller = { name: 'Estúdio Aurora Ltda.', document: '11222333000181' };

describe('Seller and holder of a key', () => {
  it('are the same whatever the accents, the case and the mask', () => {
    const holder = { name: 'ESTUDIO  AURORA LTDA', document: '11.222.333/0001-81' };
    expect(compareHolder(seller, holder)).to.deep.equal({ name: 'SAME', document: 'SAME' });
  });

  it('differ by name and by document, each on its own', () => {
    expect(compareHolder(seller, { ...seller, name: 'Estúdio Auroras Ltda.' })).to.deep.equal({
      name: 'DIFFERENT',
      document: 'SAME',
    });
    expect(compareHolder(seller, { ...seller, document: '52998224725' })).to.deep.equal({
      name: 'SAME',
      document: 'DIFFERENT',
    });
  });

  it('cannot be compared once the data of one are erased', () => {
    const unknown = { name: 'UNKNOWN', document: 'UNKNOWN' };
    expect(compareHolder(seller, null)).to.deep.equal(unknown);
    expect(compareHolder({ name: null, document: null }, seller)).to.deep.equal(unknown);
  });
});
