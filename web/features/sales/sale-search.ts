import * as z from 'zod/mini';
import { isDay } from '#/web/ui/fields/day-range.ts';
import { paymentMethods, paymentStatuses } from '#/web/ui/payment-words.ts';

/** What is not understood in an address is left out, so that an old link still opens the list. */
const lenient = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

const day = z.string().check(z.refine(isDay));
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
  /** The id of a payment or transaction, from a link; what people type is not kept in the address. */
  search: lenient(text),
  cursor: lenient(text),
  open: lenient(id),
});

/** Staff may also look at one seller. */
export const adminSaleSearch = z.extend(saleSearch, { sellerId: lenient(id) });

export type SaleAddress = z.output<typeof saleSearch>;

/**
 * What is looked for, and where in what was found: names, e-mails and documents of people, so it goes with the entry of the
 * tab's history and never into the address, which browsers and proxies keep.
 */
export interface Looking {
  readonly text?: string | undefined;
  readonly cursor?: string | undefined;
}

/** A list of sales as its page has it. */
export type SaleSearch = Omit<SaleAddress, 'search'> & Pick<Looking, 'text'>;
export type AdminSaleSearch = SaleSearch & Pick<z.output<typeof adminSaleSearch>, 'sellerId'>;

/** The two parts of where a list stands as one. */
export const joined = <Address extends SaleAddress>(
  { search, ...address }: Address,
  looking: Looking = { text: search },
): Omit<Address, 'search'> & Looking =>
  looking.text === undefined ? address : { ...address, ...looking, cursor: looking.cursor };

/** And the one as two. */
export const parted = <Search extends SaleSearch>({ text: wanted, ...address }: Search) =>
  wanted === undefined
    ? { address, looking: undefined }
    : {
        address: { ...address, cursor: undefined },
        looking: { text: wanted, cursor: address.cursor },
      };

type Filters = Pick<AdminSaleSearch, 'status' | 'method' | 'from' | 'to' | 'text' | 'sellerId'>;

export const isFiltered = (search: Partial<Filters>): boolean =>
  [search.status, search.method, search.from, search.to, search.text, search.sellerId].some(
    (filter) => filter !== undefined,
  );

/** Longest text that the server looks for. */
export const LONGEST_SEARCH = 200;
