import { rowsOf, type Queryable } from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import { providerReferenceTable } from './provider-reference.ts';
import { isOpenRegistration, receiverRegistrationTable } from './receivers/receivers.ts';
import { refundTable } from './refunds.ts';
import { hasBalance } from './seller-balance.ts';
import { withdrawalTable } from './withdrawals.ts';

/** The read models that know which outcomes are awaited. */
export const awaitedOutcomes = ['provider-reference', 'receivers', 'refunds', 'withdrawals'];

const AWAITED = `
  EXISTS (SELECT FROM ${viewOf(providerReferenceTable)}
    WHERE (open OR waits_since IS NOT NULL) AND platform_id = $1 AND ($2 IN ('', provider) OR also_at::jsonb ? $2))
  OR EXISTS (SELECT FROM ${viewOf(refundTable)}
    WHERE (status = 'PENDING' OR waits_since IS NOT NULL) AND platform_id = $1 AND $2 IN ('', provider))
  OR EXISTS (SELECT FROM ${viewOf(withdrawalTable)}
    WHERE (status = 'PENDING' OR waits_since IS NOT NULL) AND platform_id = $1 AND $2 IN ('', provider))
  OR EXISTS (SELECT FROM ${viewOf(receiverRegistrationTable)}
    WHERE (${isOpenRegistration} OR waits_since IS NOT NULL) AND platform_id = $1 AND $2 IN ('', provider))`;

/**
 * Whether any charge, refund, payout or registration of the platform is still open at the acquirer, or waits for staff.
 * @param provider the acquirer; absent = any acquirer
 */
export const awaitsOutcome = async (
  reader: Queryable,
  { platformId, provider }: { readonly platformId: string; readonly provider?: string },
): Promise<boolean> => {
  const [row] = await rowsOf<{ awaited: boolean }>(reader, `SELECT ${AWAITED} AS awaited`, [
    platformId,
    provider ?? '',
  ]);
  return row?.awaited ?? false;
};

/** The read models that know whether a platform has money. */
export const platformMoney = [...awaitedOutcomes, 'seller-balance'];

/** Returns whether a seller has money or debts, or the platform awaits an outcome. */
export const hasMoney = async (reader: Queryable, platformId: string): Promise<boolean> =>
  (await hasBalance(reader, platformId)) || awaitsOutcome(reader, { platformId });
