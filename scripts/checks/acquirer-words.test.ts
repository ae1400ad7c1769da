import { expect } from 'chai';
import { providerListings } from '#/adapters/payments/provider-listings.ts';
import { backoffice as english } from '#/web/i18n/en/backoffice.ts';
import { backoffice as portuguese } from '#/web/i18n/pt-br/backoffice.ts';

const apis = providerListings().flatMap((listing) => listing.apis);

describe('the words of acquirers', () => {
  it('name every part of an account in both languages', () => {
    const names = apis.flatMap(({ fields }) => fields.map(({ name }) => name));
    for (const { acquiring } of [portuguese, english]) {
      expect(Object.keys(acquiring.accountField)).to.have.members([...new Set(names)]);
    }
  });

  it('say in Portuguese how the notices of each prove themselves', () => {
    const proofs = apis.map(({ webhook }) => webhook);
    expect(Object.keys(portuguese.acquiring.webhookProof)).to.have.members([...new Set(proofs)]);
  });
});
