import type { SellerRevenue } from '#/api/contract/admin.ts';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';

/** A seller with sales in two currencies has two rows. */
export const revenueRowId = ({ sellerId, currency }: SellerRevenue): string =>
  `${sellerId} ${currency}`;

/** The row's amounts as texts, in its currency. */
export const revenueAmounts = (
  { currency, fees, refunded, gross }: SellerRevenue,
  { money }: Pick<Formats, 'money'>,
): Readonly<Record<'fees' | 'refunded' | 'gross', string>> => ({
  fees: money(fees, currency),
  refunded: money(refunded, currency),
  gross: money(gross, currency),
});
