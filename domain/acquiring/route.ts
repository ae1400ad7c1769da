import { z } from 'zod';
import { mayUse } from '#/domain/platform/may-use.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';
import { LONGEST_ROUTE } from './bounds.ts';

/** Purposes for which an acquirer is chosen: a payment method, or withdrawals. */
export const purposes = ['PIX', 'CREDIT_CARD', 'BILLET', 'WITHDRAW'] as const;

export type Purpose = (typeof purposes)[number];

export const providerId = z.string().regex(/^[a-z0-9]{1,40}$/);

const leg = z.strictObject({
  provider: providerId,
  /** Percent of the charges or payouts; 0 = a fallback. */
  share: z.int().min(0).max(100),
});

/** The acquirers of one purpose by priority; empty = the purpose is not offered (acquirers.7, acquirers.46). */
export const route = z
  .array(leg)
  .max(LONGEST_ROUTE)
  .refine((legs) => new Set(legs.map(({ provider }) => provider)).size === legs.length, {
    error: 'an acquirer twice',
  })
  .refine((legs) => legs.length === 0 || legs.reduce((sum, { share }) => sum + share, 0) === 100, {
    error: 'shares make 100',
  });

const byPurpose = { PIX: route, CREDIT_CARD: route, BILLET: route, WITHDRAW: route };

export const routes = z.strictObject(byPurpose);

/** The routes on which a seller differs from the platform. */
export const sellerRoutes = z.strictObject(byPurpose).partial();

export type Route = z.output<typeof route>;
export type Routes = z.output<typeof routes>;

export const routeOnlyTo = (provider: string): Route => [{ provider, share: 100 }];

export const routeEverythingTo = (provider: string): Routes => ({
  PIX: routeOnlyTo(provider),
  CREDIT_CARD: routeOnlyTo(provider),
  BILLET: routeOnlyTo(provider),
  WITHDRAW: routeOnlyTo(provider),
});

/**
 * Returns the acquirers that may be used, in order: those of the seller's own route, or else of the platform's.
 * @param isSimulated whether for simulated money; absent = for the kind of money of the platform's new sales
 */
export const routeOf = (
  purpose: Purpose,
  platform: Pick<PlatformDetails, 'routes' | 'setup'>,
  seller: Pick<SellerDetails, 'routes'>,
  isSimulated?: boolean,
): Route =>
  (seller.routes[purpose] ?? platform.routes[purpose]).filter(({ provider }) =>
    mayUse(platform.setup, { provider, purpose, isSimulated }),
  );
