import type { Pool } from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import {
  findByTransaction,
  providerReference,
  type TransactionName,
} from '#/projections/provider-reference.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';

/** Providers expect an answer within seconds; a read model that lags more is not waited for. */
const PATIENCE_MS = 2_000;

/**
 * Which payment a provider's transaction is; null = nobody's, undefined = that cannot be told yet. A card's notice may be
 * quicker than the read model, so before it says no, the read model is given time to see all that is written.
 */
export type FindPayment = (transaction: TransactionName) => Promise<string | null | undefined>;

export const createPaymentFinder =
  (parts: {
    readonly pool: Pool;
    readonly store: EventStore;
    readonly running: RunningProjections;
  }): FindPayment =>
  async (transaction) => {
    const { pool, store, running } = parts;
    const known = await findByTransaction(pool, transaction);
    if (known) return known.paymentId;
    const head = await store.head();
    if (head === undefined) return null;
    const isUpToDate = await running.waitFor(head, [providerReference.name], PATIENCE_MS);
    const found = await findByTransaction(pool, transaction);
    return found?.paymentId ?? (isUpToDate ? null : undefined);
  };
