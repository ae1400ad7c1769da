import { expect } from 'chai';
import { netOfFee, withdrawalMistakes } from './withdrawal-check.ts';

const terms = { fee: 3_67, minimum: 10_00 };
const pixKey = 'ana@exemplo.com.br';

describe('a withdrawal as it is typed', () => {
  it('is right from the minimum up to everything available', () => {
    expect(withdrawalMistakes({ pixKey, amount: 10_00 }, 500_00, terms)).to.deep.equal({});
    expect(withdrawalMistakes({ pixKey, amount: 500_00 }, 500_00, terms)).to.deep.equal({});
  });

  it('says when the amount is missing, below the minimum or above the balance', () => {
    const mistake = (amount: number | undefined) =>
      withdrawalMistakes({ pixKey, amount }, 500_00, terms).amount;
    expect(mistake(undefined)).to.equal('missing');
    expect(mistake(0)).to.equal('missing');
    expect(mistake(9_99)).to.equal('too-low');
    expect(mistake(500_01)).to.equal('too-high');
  });

  it('says when the key is missing or no PIX key at all', () => {
    const mistake = (key: string) =>
      withdrawalMistakes({ pixKey: key, amount: 10_00 }, 500_00, terms).pixKey;
    expect(mistake('  ')).to.equal('missing');
    expect(mistake('ana')).to.equal('unknown');
    expect(mistake('529.982.247-26')).to.equal('cpf');
    expect(mistake('11.222.333/0001-82')).to.equal('cnpj');
    expect(mistake('529.982.247-25')).to.equal(undefined);
  });

  it('pays out the amount less the fee, never less than nothing', () => {
    expect(netOfFee(100_00, terms)).to.equal(96_33);
    expect(netOfFee(1_00, terms)).to.equal(0);
  });
});
