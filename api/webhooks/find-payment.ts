import type { Pool } from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import { findByTransaction, providerReference } from '#/projections/provider-reference.ts';
import type { RunningProjections } from '#/projections/runner.ts';

/** Providers expect an answer within seconds; a read model that lags more is not waited for. */
const PATIENCE_MS = 2_000;

/**
 * Which payment a provider's transaction is; undefined while we know of none. A card's notice may be quicker than the read
 * model, so before it says no, the read model is given time to see all that is written.
 */
export const createPaymentFinder =
  (parts: {
    readonly pool: Pool;
    readonly store: EventStore;
    readonly running: RunningProjections;
  }) =>
  async (provider: string, transactionId: string): Promise<string | undefined> => {
    const { pool, store, running } = parts;
    const reference = { provider, transactionId };
    const known = await findByTransaction(pool, reference);
    if (known) return known.paymentId;
    const head = await store.head();
    if (head === undefined) return undefined;
    await running.waitFor(head, [providerReference.name], PATIENCE_MS);
    return (await findByTransaction(pool, reference))?.paymentId;
  };
