import * as z from 'zod/mini';
import { isDay } from '#/web/ui/fields/day-range.ts';
import { paymentMethods, paymentStatuses } from './payment-statuses.ts';

/** Makes invalid values undefined, so that an old link still opens the list. */
const ignoreInvalid = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

const day = z.string().check(z.refine(isDay));
const id = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));

const text = z.pipe(
  // The router parses `?search=123` as a number.
  z.union([z.string(), z.number()]),
  z.transform(String),
);

/** A list's parameters in the URL. */
export const saleSearch = z.object({
  status: ignoreInvalid(z.enum(paymentStatuses)),
  method: ignoreInvalid(z.enum(paymentMethods)),
  from: ignoreInvalid(day),
  to: ignoreInvalid(day),
  /** An id from a link; typed text stays out of the URL. */
  search: ignoreInvalid(text),
  cursor: ignoreInvalid(text),
  open: ignoreInvalid(id),
});

/** Staff may also filter by seller. */
export const adminSaleSearch = z.extend(saleSearch, { sellerId: ignoreInvalid(id) });

export type SaleAddress = z.output<typeof saleSearch>;

/** The text can hold personal data, so it is in the history entry and not in the URL: browsers and proxies store URLs. */
export interface SearchText {
  readonly text?: string | undefined;
  readonly cursor?: string | undefined;
}

/** A list's search, as its page uses it. */
export type SaleSearch = Omit<SaleAddress, 'search'> & Pick<SearchText, 'text'>;
export type AdminSaleSearch = SaleSearch & Pick<z.output<typeof adminSaleSearch>, 'sellerId'>;

/** Joins URL parameters and history state. Without history state, the search text is the URL's `search`. */
export const joinSearch = <Address extends SaleAddress>(
  { search, ...address }: Address,
  searchText: SearchText = { text: search },
): Omit<Address, 'search'> & SearchText =>
  searchText.text === undefined
    ? address
    : { ...address, ...searchText, cursor: searchText.cursor };

/** Splits into URL parameters and history state. */
export const splitSearch = <Search extends SaleSearch>({ text: searched, ...address }: Search) =>
  searched === undefined
    ? { address, searchText: undefined }
    : {
        address: { ...address, cursor: undefined },
        searchText: { text: searched, cursor: address.cursor },
      };

type Filters = Pick<AdminSaleSearch, 'status' | 'method' | 'from' | 'to' | 'text' | 'sellerId'>;

export const isFiltered = (search: Partial<Filters>): boolean =>
  [search.status, search.method, search.from, search.to, search.text, search.sellerId].some(
    (filter) => filter !== undefined,
  );

/** Longest search text at the server. */
export const LONGEST_SEARCH = 200;
