import { expect } from 'chai';
import { resolverBy } from './use-checked-form.ts';

interface Values {
  readonly name: string;
  readonly address: { readonly city: string; readonly state: string };
}

const resolve = resolverBy<Values>(({ name, address }) => ({
  name: name === '' ? 'missing' : undefined,
  'address.city': address.city === '' ? 'missing' : undefined,
  'address.state': address.state === 'XX' ? 'wrong' : undefined,
}));

const check = (values: Values) =>
  resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });

describe('Form validation', () => {
  it('passes valid values through unchanged', () => {
    const values = { name: 'Ana', address: { city: 'Santos', state: 'SP' } };
    expect(check(values)).to.deep.equal({ values, errors: {} });
  });

  it('withholds invalid values and reports the code of each error at its field', () => {
    const values = { name: 'Ana', address: { city: '', state: 'XX' } };
    expect(check(values)).to.deep.equal({
      values: {},
      errors: { address: { city: { type: 'missing' }, state: { type: 'wrong' } } },
    });
  });
});
