import { expect } from 'chai';
import { providerListings } from './provider-listings.ts';

/** Account fields whose value staff may see again. Add only a field that is no secret. */
const visible = [
  'baseUrl',
  'billingAddress.address',
  'billingAddress.city',
  'billingAddress.complement',
  'billingAddress.district',
  'billingAddress.number',
  'billingAddress.state',
  'billingAddress.zipCode',
  'cashOutBaseUrl',
  'cashOutClientId',
  'certCashInUrl',
  'certCashOutUrl',
  'chargePath',
  'clientId',
  'companyId',
  'galaxId',
  'jwksBaseUrl',
  'pixKey',
  'proxyUrl',
  'publicKey',
  'slipsBaseUrl',
  'source.branch',
  'source.number',
  'webhookUser',
];

describe('Provider listings', () => {
  it('show again only the fields of an account that are known to be no secret', () => {
    const fields = providerListings().flatMap(({ apis }) => apis.flatMap((api) => api.fields));
    const names = fields.flatMap(({ name, secret }) => (secret ? [] : [name]));
    expect([...new Set(names)]).to.have.members(visible);
  });
});
