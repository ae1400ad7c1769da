import { z } from 'zod';
import { isName } from '#/domain/values/name.ts';

/** A search is a query sent by POST: its text may be personal data, which must not be in an address. */
export type Kind = 'query' | 'search' | 'mutation';

/** A rate limit that applies to a procedure besides the general one. */
export type OwnLimit = 'purchase' | 'invitation';

/** Queries are `GET /api/<name>` with a query string; searches and mutations are `POST /api/<name>` with JSON. */
export interface Procedure<
  Of extends Kind = Kind,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly kind: Of;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly limit?: OwnLimit;
}

export const query = <Input extends z.ZodType, Output extends z.ZodType>(
  summary: string,
  input: Input,
  output: Output,
): Procedure<'query', Input, Output> => ({ kind: 'query', summary, input, output });

export const search = <Input extends z.ZodType, Output extends z.ZodType>(
  summary: string,
  input: Input,
  output: Output,
): Procedure<'search', Input, Output> => ({ kind: 'search', summary, input, output });

export const mutation = <Input extends z.ZodType, Output extends z.ZodType>(
  summary: string,
  input: Input,
  output: Output,
  more: { readonly limit?: OwnLimit } = {},
): Procedure<'mutation', Input, Output> => ({ kind: 'mutation', summary, input, output, ...more });

/** An integer in a query string. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.coerce.number().int().min(minimum).max(maximum);

/** Whole cents; may be negative for balances. */
export const centsOut = z.int();

export const instant = z.iso.datetime();

/** A position in the log; a later call passes it as `after`. */
export const position = z.string().max(64);

/** A read waits up to 2 s for its read models to reach this position, then answers older data. */
export const after = position.optional();

export const paging = {
  after,
  cursor: z.string().max(2_000).optional(),
  limit: queryInteger(1, 100).default(25),
};

/** A page of a list, read up to the log position `position`. `nextCursor` is null on the last page. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable(), position });

export const typedName = (longest: number) =>
  z.string().trim().max(longest).refine(isName, 'record/unreadable-name');

/** A day in Brazil, in years that calendars and databases agree on. */
export const day = z.iso.date().refine((text) => /^2\d{3}/.test(text));

export const dayRange = { from: day.optional(), to: day.optional() };

export const emptyInput = z.strictObject({ after });

/** Language of headings and words, and format of amounts and days. */
export const exportLanguage = z.enum(['pt', 'en']).default('pt');

/** RFC 9457, with a stable code and a text in both languages. */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.strictObject({ pt: z.string(), en: z.string() }),
  /** JSON path and expected value. */
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});

export type Problem = z.output<typeof problem>;

/** What the person has to give again for a step-up. */
export type StepUpAsks = 'password' | 'code';
