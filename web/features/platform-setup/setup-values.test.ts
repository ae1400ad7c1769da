import { expect } from 'chai';
import { differencesBetween, type SetupValues } from './setup-values.ts';

const values: SetupValues = {
  isInProduction: true,
  hasShortPixButton: false,
  hasAllProviders: true,
  providers: { onz: false, fairpay: false },
  methods: { PIX: true, CREDIT_CARD: true, BILLET: true, WITHDRAW: true },
};

describe('What changed in the setup of a platform while a master edited it', () => {
  it('is nothing if the saved setup is the same', () => {
    expect(differencesBetween(values, { ...values })).to.deep.equal([]);
  });

  it('is each checkbox whose saved value differs, in the order of the form', () => {
    const saved = {
      ...values,
      isInProduction: false,
      hasShortPixButton: true,
      hasAllProviders: false,
      providers: { ...values.providers, onz: true },
      methods: { ...values.methods, BILLET: false },
    };
    expect(differencesBetween(values, saved)).to.deep.equal([
      { path: 'isInProduction', isChecked: false },
      { path: 'methods.BILLET', purpose: 'BILLET', isChecked: false },
      { path: 'hasAllProviders', isChecked: false },
      { path: 'providers.onz', provider: 'onz', isChecked: true },
      { path: 'hasShortPixButton', isChecked: true },
    ]);
  });
});
