import { expect } from 'chai';
import { accountErrors, filledIn, refusedFields } from './account-form.ts';

const fields = [
  { name: 'baseUrl', required: false, kind: 'url', preset: 'https://api.example' },
  { name: 'secretKey', required: true, kind: 'text', preset: null },
  { name: 'source.number', required: true, kind: 'text', preset: null },
] as const;

describe('an account at an acquirer, as it is typed', () => {
  it('lacks what is required, and presets stand in for what is not', () => {
    expect(accountErrors(fields, { secretKey: '  ' })).to.deep.equal({
      secretKey: 'missing',
      'source/number': 'missing',
    });
    expect(accountErrors(fields, { secretKey: 'sk', 'source/number': '1' })).to.deep.equal({});
  });

  it('takes only addresses where one is asked for', () => {
    const typed = { baseUrl: 'api.example', secretKey: 'sk', 'source/number': '1' };
    expect(accountErrors(fields, typed)).to.deep.equal({ baseUrl: 'not-a-url' });
  });

  it('shows each refusal at its field, and what belongs to none beside them', () => {
    const problems = [
      { path: 'account.baseUrl', message: 'https' },
      { path: 'account.source.number', message: 'Too small' },
      { path: 'account.', message: 'a certificate needs its key' },
    ];
    expect(refusedFields(fields, problems)).to.deep.equal({
      errors: { baseUrl: 'https', 'source/number': 'refused' },
      rest: ['a certificate needs its key'],
    });
  });

  it('sends what was filled in alone', () => {
    const typed = { baseUrl: ' ', secretKey: ' sk ', 'source/number': '1' };
    const account = { secretKey: 'sk', 'source.number': '1' };
    expect(filledIn(fields, typed, 'specification')).to.deep.equal(account);
  });

  it('is for the API that was chosen, without what was typed for the other', () => {
    const typed = { secretKey: 'sk', certCashInUrl: 'https://files.example/cert.pem' };
    expect(filledIn(fields, typed, 'clients')).to.deep.equal({ api: 'clients', secretKey: 'sk' });
  });
});
