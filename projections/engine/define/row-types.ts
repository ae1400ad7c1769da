/** Postgres types. The parsers are passed with each query, because pg's own registry is global to the process. */

const BOOLEAN = 16;
const BIGINT = 20;
const SMALLINT = 21;
const INTEGER = 23;
const JSON_TEXT = 114;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

const parseWholeNumber = (printed: string): number => {
  const value = Number(printed);
  if (!Number.isSafeInteger(value)) throw new RangeError(`beyond safe integers: ${printed}`);
  return value;
};

const parsers: Readonly<Record<number, (printed: string) => unknown>> = {
  [BOOLEAN]: (printed) => printed === 't',
  [BIGINT]: parseWholeNumber,
  [SMALLINT]: parseWholeNumber,
  [INTEGER]: parseWholeNumber,
  [JSON_TEXT]: (printed) => JSON.parse(printed),
  [TIMESTAMPTZ]: (printed) => new Date(printed).toISOString(),
  // `sum` of bigint is NUMERIC in Postgres; read models hold no fractions.
  [NUMERIC]: parseWholeNumber,
};

const asPrinted = (printed: string): string => printed;

/** Parsers for the option `types` of a query: cents as numbers, instants as ISO 8601 in UTC, days as `yyyy-MM-dd`, json parsed. */
export const rowTypes = {
  getTypeParser: (type: number) => parsers[type] ?? asPrinted,
};
