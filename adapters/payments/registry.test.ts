import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { Refused } from '#/domain/errors.ts';
import { paymentProviders, providers } from './registry.ts';

const offered = paymentProviders({
  sandbox: { baseUrl: 'http://127.0.0.1:1', secretKey: 'sk', webhookSecret: 'whsec' },
});

describe('payment providers', () => {
  it('are every provider file under the name of its file', () => {
    const ids = readdirSync(new URL('providers/', import.meta.url))
      .filter((file) => !/\.(?:test|cases)\.ts$/.test(file))
      .map((file) => file.replace(/\.ts$/, ''));
    expect(Object.keys(providers)).to.have.members(ids);
    for (const [id, definition] of Object.entries(providers)) expect(definition.id).to.equal(id);
  });

  it('are offered where there is an account', () => {
    expect(offered('sandbox').id).to.equal('sandbox');
    for (const id of ['onz', 'toString']) {
      expect(() => offered(id), id)
        .to.throw(Refused)
        .with.property('code', 'provider/not-offered');
    }
  });
});
