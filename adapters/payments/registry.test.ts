import { readdirSync } from 'node:fs';

import { expect } from 'chai';

import { Refused } from '#/domain/errors.ts';

import { paymentProviders } from './registry.ts';

const providers = paymentProviders({
  sandbox: { baseUrl: 'http://127.0.0.1:1', secretKey: 'sk', webhookSecret: 'whsec' },
});

describe('payment providers', () => {
  it('offers every provider file under the name of its file', () => {
    const ids = readdirSync(new URL('providers/', import.meta.url))
      .filter((file) => !/\.(?:test|cases)\.ts$/.test(file))
      .map((file) => file.replace(/\.ts$/, ''));
    expect(ids).to.include('sandbox');
    for (const id of ids) expect(providers(id).id).to.equal(id);
  });

  it('refuses a provider that it does not have', () => {
    expect(() => providers('toString'))
      .to.throw(Refused)
      .with.property('code', 'provider/not-offered');
  });
});
