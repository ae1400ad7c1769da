import * as z from 'zod/mini';
import { isDay } from '#/web/ui/fields/day-range.ts';
import { paymentMethods, paymentStatuses } from './payment-statuses.ts';

/** Ignores invalid values in a URL, so that an old link still opens the list. */
const ignoreInvalid = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

const day = z.string().check(z.refine(isDay));
const id = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));

const text = z.pipe(
  // The router parses `?search=123` as a number.
  z.union([z.string(), z.number()]),
  z.transform(String),
);

/** The search parameters of a list of sales in the URL. */
export const saleSearch = z.object({
  status: ignoreInvalid(z.enum(paymentStatuses)),
  method: ignoreInvalid(z.enum(paymentMethods)),
  from: ignoreInvalid(day),
  to: ignoreInvalid(day),
  /** The id of a payment or transaction, from a link; text that users type is not kept in the URL. */
  search: ignoreInvalid(text),
  cursor: ignoreInvalid(text),
  open: ignoreInvalid(id),
});

/** Staff may also filter by seller. */
export const adminSaleSearch = z.extend(saleSearch, { sellerId: ignoreInvalid(id) });

export type SaleAddress = z.output<typeof saleSearch>;

/**
 * The search text and the cursor within its results. They can hold names, e-mails and documents of people. So the page keeps what the user
 * typed in the state of the tab's history entry, not in the URL, which browsers and proxies store.
 */
export interface SearchText {
  readonly text?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The search of a list of sales, as its page uses it. */
export type SaleSearch = Omit<SaleAddress, 'search'> & Pick<SearchText, 'text'>;
export type AdminSaleSearch = SaleSearch & Pick<z.output<typeof adminSaleSearch>, 'sellerId'>;

/** Joins the URL's parameters and the history state into one search. */
export const joinSearch = <Address extends SaleAddress>(
  { search, ...address }: Address,
  looking: SearchText = { text: search },
): Omit<Address, 'search'> & SearchText =>
  looking.text === undefined ? address : { ...address, ...looking, cursor: looking.cursor };

/** Splits a search into URL parameters and history state. */
export const splitSearch = <Search extends SaleSearch>({ text: searched, ...address }: Search) =>
  searched === undefined
    ? { address, looking: undefined }
    : {
        address: { ...address, cursor: undefined },
        looking: { text: searched, cursor: address.cursor },
      };

type Filters = Pick<AdminSaleSearch, 'status' | 'method' | 'from' | 'to' | 'text' | 'sellerId'>;

export const isFiltered = (search: Partial<Filters>): boolean =>
  [search.status, search.method, search.from, search.to, search.text, search.sellerId].some(
    (filter) => filter !== undefined,
  );

/** Longest text that the server searches for. */
export const LONGEST_SEARCH = 200;
