import { expect } from 'chai';
import { accountErrors, filledInFields, refusedFields } from './account-form.ts';

const fields = [
  { name: 'baseUrl', required: false, kind: 'url', preset: 'https://api.example' },
  { name: 'secretKey', required: true, kind: 'text', preset: null },
  { name: 'source.number', required: true, kind: 'text', preset: null },
] as const;

describe('Acquirer account form', () => {
  it('reports missing required fields, and accepts an empty optional field', () => {
    expect(accountErrors(fields, { secretKey: '  ' })).to.deep.equal({
      secretKey: 'missing',
      'source/number': 'missing',
    });
    expect(accountErrors(fields, { secretKey: 'sk', 'source/number': '1' })).to.deep.equal({});
  });

  it('rejects a text that is not a URL in a URL field', () => {
    const typed = { baseUrl: 'api.example', secretKey: 'sk', 'source/number': '1' };
    expect(accountErrors(fields, typed)).to.deep.equal({ baseUrl: 'not-a-url' });
  });

  it('maps the server’s errors to their fields, and lists those that belong to no field separately', () => {
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

  it('sends only the fields that were filled in, without surrounding spaces', () => {
    const typed = { baseUrl: ' ', secretKey: ' sk ', 'source/number': '1' };
    const account = { secretKey: 'sk', 'source.number': '1' };
    expect(filledInFields(fields, typed, 'specification')).to.deep.equal(account);
  });

  it('names the chosen API, and leaves out what was typed for the other API', () => {
    const typed = { secretKey: 'sk', certCashInUrl: 'https://files.example/cert.pem' };
    expect(filledInFields(fields, typed, 'clients')).to.deep.equal({
      api: 'clients',
      secretKey: 'sk',
    });
  });
});
