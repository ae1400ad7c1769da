import {
  accountFrom,
  providerListings,
  isKnownStatus,
  labelOf,
} from '#/adapters/payments/provider-listings.ts';
import { apiOf } from '#/adapters/payments/kit/account-api.ts';
import { readCertificate } from '#/adapters/payments/kit/network/certificates.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { reachOf } from '#/api/composition/compose-core.ts';

/** The product's own descriptions of acquirers, not invented ones. */
export const createTestAcquirers = (demo: Services['demo']): Services['acquirers'] => ({
  listings: providerListings(),
  labelOf,
  apiOf,
  isKnownStatus,
  accountFrom: (id, values, hasReceiver) =>
    accountFrom(id, values, { reach: reachOf(demo), hasReceiver }),
  readCertificate,
});
