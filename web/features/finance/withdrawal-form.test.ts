import { expect } from 'chai';
import { netOfFee, withdrawalErrors } from './withdrawal-form.ts';

const terms = { fee: 3_67, minimum: 10_00 };
const pixKey = 'ana@exemplo.com.br';
const errorsIn = (values: Parameters<typeof withdrawalErrors>[0]) =>
  withdrawalErrors(values, 500_00, terms);

describe('Withdrawal form', () => {
  it('accepts the minimum amount and the whole available balance', () => {
    const right = { pixKey: undefined, amount: undefined };
    expect(errorsIn({ pixKey, amount: 10_00 })).to.deep.equal(right);
    expect(errorsIn({ pixKey, amount: 500_00 })).to.deep.equal(right);
  });

  it('reports an amount that is missing, below the minimum or above the balance', () => {
    const error = (amount: number | null) => errorsIn({ pixKey, amount }).amount;
    expect(error(null)).to.equal('amountMissing');
    expect(error(0)).to.equal('amountMissing');
    expect(error(9_99)).to.equal('tooLow');
    expect(error(500_01)).to.equal('tooHigh');
  });

  it('reports a PIX key that is missing, of no known kind, or with wrong CPF or CNPJ check digits', () => {
    const error = (key: string) => errorsIn({ pixKey: key, amount: 10_00 }).pixKey;
    expect(error('  ')).to.equal('keyMissing');
    expect(error('ana')).to.equal('keyUnknown');
    expect(error('529.982.247-26')).to.equal('keyCpf');
    expect(error('11.222.333/0001-82')).to.equal('keyCnpj');
    expect(error('529.982.247-25')).to.equal(undefined);
  });

  it('shows the payout as the amount less the fee, never below zero', () => {
    expect(netOfFee(100_00, terms)).to.equal(96_33);
    expect(netOfFee(1_00, terms)).to.equal(0);
  });
});
