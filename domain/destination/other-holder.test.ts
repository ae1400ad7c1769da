import { expect } from 'chai';
import { isOtherHolder } from './other-holder.ts';

const CPF = '52998224725';
const CNPJ = '11222333000181';

describe('The holder whom an acquirer names', () => {
  it('is the holder of the destination under any mask of the same document', () => {
    for (const stated of [CPF, '529.982.247-25', '***.982.247-**', '***982247**', 'XXX982247XX'])
      expect(isOtherHolder(stated, CPF), stated).to.equal(false);
    for (const stated of ['11.222.333/0001-81', '**222333000181', 'ab.123.abc/0001-**'])
      expect(
        isOtherHolder(stated, stated.startsWith('ab') ? 'AB123ABC000104' : CNPJ),
        stated,
      ).to.equal(false);
  });

  it('is another person if the document, or what can be seen of it, is another one', () => {
    for (const stated of ['111.444.777-35', '***.444.777-**', CNPJ, '**.222.333/0001-**'])
      expect(isOtherHolder(stated, CPF), stated).to.equal(true);
    expect(isOtherHolder(CPF, CNPJ)).to.equal(true);
  });

  it('is not taken for another person if the acquirer states no valid document', () => {
    for (const stated of ['', 'string', '00000000000', '12345678901', '***********', '529'])
      expect(isOtherHolder(stated, CPF), stated).to.equal(false);
  });
});
