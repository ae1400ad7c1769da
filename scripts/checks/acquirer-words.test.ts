import { expect } from 'chai';
import { providerListings } from '#/adapters/payments/provider-listings.ts';
import { acquirerAccounts as english } from '#/web/i18n/en/acquirer-accounts.ts';
import { acquirerAccounts as portuguese } from '#/web/i18n/pt-br/acquirer-accounts.ts';

const apis = providerListings().flatMap((listing) => listing.apis);

describe('Translations about acquirers', () => {
  it('name every field of an account in both languages', () => {
    const names = apis.flatMap(({ fields }) => fields.map(({ name }) => name));
    for (const { accountField } of [portuguese, english]) {
      expect(Object.keys(accountField)).to.have.members([...new Set(names)]);
    }
  });

  it('name in Portuguese every way in which webhook notices are proved', () => {
    const proofs = apis.map(({ webhook }) => webhook);
    expect(Object.keys(portuguese.webhookProof)).to.have.members([...new Set(proofs)]);
  });
});
