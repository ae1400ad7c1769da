import * as z from 'zod/mini';
import { paymentMethods, paymentStatuses } from '#/web/ui/payment-words.ts';

/** What is not understood in an address is left out, so that an old link still opens the list. */
const lenient = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const id = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));

const text = z.pipe(
  // The router reads `?search=123` as a number.
  z.union([z.string(), z.number()]),
  z.transform(String),
);

/** The address of a list of sales. */
export const saleSearch = z.object({
  status: lenient(z.enum(paymentStatuses)),
  method: lenient(z.enum(paymentMethods)),
  from: lenient(day),
  to: lenient(day),
  search: lenient(text),
  cursor: lenient(text),
  open: lenient(id),
});

/** Staff may also look at one seller. */
export const adminSaleSearch = z.extend(saleSearch, { sellerId: lenient(id) });

export type SaleSearch = z.output<typeof saleSearch>;
export type AdminSaleSearch = z.output<typeof adminSaleSearch>;

type Filters = Pick<AdminSaleSearch, 'status' | 'method' | 'from' | 'to' | 'search' | 'sellerId'>;

export const isFiltered = (search: Partial<Filters>): boolean =>
  [search.status, search.method, search.from, search.to, search.search, search.sellerId].some(
    (filter) => filter !== undefined,
  );
