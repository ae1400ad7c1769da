import { rowsOf, type Queryable } from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import { providerReferenceTable } from './provider-reference.ts';
import { isOpenRegistration, receiverRegistrationTable } from './receivers/receivers.ts';
import { refundTable } from './refunds.ts';
import { hasBalance } from './seller-balance.ts';
import { withdrawalTable } from './withdrawals.ts';

/** The read models that know which outcomes are awaited. */
export const outcomeReadModels = ['provider-reference', 'receivers', 'refunds', 'withdrawals'];

/**
 * SQL condition on an acquirer and our account there. Parameters: $2 the acquirer ('' = any), $3 our account ('' = any), $4 whether that is
 * the connected or last account, to which requests belong that name no account.
 */
const isAt = (provider: string, account: string): string =>
  `$2 IN ('', ${provider}) AND ($3 = '' OR ${account} = $3 OR ($4 AND ${account} = ''))`;

const isOfAccount = `platform_id = $1 AND ${isAt('provider', 'merchant_account')}`;

const AWAITED = `
  EXISTS (SELECT FROM ${viewOf(providerReferenceTable)}
    WHERE (open OR waits_since IS NOT NULL) AND platform_id = $1 AND (${isAt('provider', 'merchant_account')}
      OR EXISTS (SELECT FROM jsonb_array_elements_text(also_at::jsonb) AS place
        WHERE ${isAt("split_part(place, ':', 1)", "split_part(place, ':', 2)")})))
  OR EXISTS (SELECT FROM ${viewOf(refundTable)}
    WHERE (status = 'PENDING' OR waits_since IS NOT NULL) AND ${isOfAccount})
  OR EXISTS (SELECT FROM ${viewOf(withdrawalTable)}
    WHERE (status = 'PENDING' OR waits_since IS NOT NULL) AND ${isOfAccount})
  OR EXISTS (SELECT FROM ${viewOf(receiverRegistrationTable)}
    WHERE (${isOpenRegistration} OR waits_since IS NOT NULL) AND ${isOfAccount})`;

/** Our account at an acquirer. */
export interface AwaitedAccount {
  readonly merchantAccount: string;
  /** True for the connected account, or the last one: requests that name no account belong to it. */
  readonly isLast: boolean;
}

/**
 * Whether any charge, refund, payout or registration of the platform is still open at the acquirer, or waits for staff.
 * @param of `provider`: the acquirer; absent = any. `account`: absent = any account there
 */
export const awaitsOutcome = async (
  reader: Queryable,
  of: {
    readonly platformId: string;
    readonly provider?: string;
    readonly account?: AwaitedAccount;
  },
): Promise<boolean> => {
  const { platformId, provider = '', account } = of;
  const { merchantAccount = '', isLast = true } = account ?? {};
  const [row] = await rowsOf<{ awaited: boolean }>(reader, `SELECT ${AWAITED} AS awaited`, [
    platformId,
    provider,
    merchantAccount,
    isLast,
  ]);
  return row?.awaited ?? false;
};

/** The read models that know whether a platform has money. */
export const moneyReadModels = [...outcomeReadModels, 'seller-balance'];

/** Returns whether a seller has money or debts, or the platform awaits an outcome. */
export const hasMoney = async (reader: Queryable, platformId: string): Promise<boolean> =>
  (await hasBalance(reader, platformId)) || awaitsOutcome(reader, { platformId });
