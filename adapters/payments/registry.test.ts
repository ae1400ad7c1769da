import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { idsOfProviders } from '#/adapters/payments/evidence/evidence.ts';
import { definitionOf, paymentProvider, providers, providersByClients } from './registry.ts';

const account = { baseUrl: 'http://127.0.0.1:1', secretKey: 'sk', webhookSecret: 'whsec' };

describe('Payment provider registry', () => {
  it('contains every provider file under the name of its file', () => {
    expect(Object.keys(providers)).to.have.members([...idsOfProviders()]);
    for (const [id, definition] of Object.entries(providers)) expect(definition.id).to.equal(id);
  });

  it('opens a provider with a valid account, and names the wrong field of an invalid one', () => {
    expect(paymentProvider('sandbox', account).id).to.equal('sandbox');
    expect(() => paymentProvider('sandbox', { ...account, secretKey: 7 })).to.throw('secretKey');
  });

  it('uses the API in our specification unless the account chooses that of the public clients', () => {
    const keys = { baseUrl: 'https://api.podpay.co/v1', publicKey: 'pk', secretKey: 'sk' };
    const chosen = paymentProvider('podpay', { ...keys, api: 'clients' });
    expect(chosen.findWithdraw ?? chosen.getWithdraw).to.be.a('function');
    expect(() => paymentProvider('podpay', keys)).to.throw('clientSecret');
    expect(() => paymentProvider('podpay', { ...keys, api: 'other' })).to.throw('api');
    for (const [id, definition] of Object.entries(providersByClients)) {
      expect(definition.id).to.equal(id);
      expect(definition.differenceFromSpecification).to.match(/\S/);
      expect(definitionOf(id), 'in our specification').to.not.have.property(
        'differenceFromSpecification',
      );
    }
  });

  it('rejects the public clients’ API for a provider that does not offer it', () => {
    expect(() => paymentProvider('sandbox', { ...account, api: 'clients' }))
      .to.throw(Refused)
      .with.property('code', 'provider/not-offered');
  });

  it('rejects an unknown provider id', () => {
    for (const id of ['nobody', 'toString', '']) {
      expect(() => paymentProvider(id, account), id)
        .to.throw(Refused)
        .with.property('code', 'provider/not-offered');
    }
  });
});
