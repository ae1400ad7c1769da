import { expect } from 'chai';
import { providerListings } from '#/adapters/payments/provider-listings.ts';
import { backoffice as english } from '#/web/i18n/en/backoffice.ts';
import { backoffice as portuguese } from '#/web/i18n/pt-br/backoffice.ts';

const apis = providerListings().flatMap((listing) => listing.apis);

describe('Translations about acquirers', () => {
  it('name every field of an account in both languages', () => {
    const names = apis.flatMap(({ fields }) => fields.map(({ name }) => name));
    for (const { acquiring } of [portuguese, english]) {
      expect(Object.keys(acquiring.accountField)).to.have.members([...new Set(names)]);
    }
  });

  it('name in Portuguese every way in which webhook notices are proved', () => {
    const proofs = apis.map(({ webhook }) => webhook);
    expect(Object.keys(portuguese.acquiring.webhookProof)).to.have.members([...new Set(proofs)]);
  });
});
