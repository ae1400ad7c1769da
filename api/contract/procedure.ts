import { z } from 'zod';
import { isName } from '#/domain/values/name.ts';

/** A search is a query sent by POST: its text may be personal data, which must not appear in an address. */
export type Kind = 'query' | 'search' | 'mutation';

/** A rate limit by address that a procedure has in addition to the general one. */
export type OwnLimit = 'purchase' | 'invitation';

/**
 * A procedure of the API. Queries are `GET /api/<name>` with the input in the query string; searches and mutations send it as
 * a JSON body to `POST /api/<name>`. Server, OpenAPI document and the web's types all come from these.
 */
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

/** An integer in a query's input: parsed from text, as query strings hold only text. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.coerce.number().int().min(minimum).max(maximum);

/** Whole cents; may be negative for balances. */
export const centsOut = z.int();

export const instant = z.iso.datetime();

/** A position in the log, up to which an answer was read or written; a later call passes it as `after`. */
export const position = z.string().max(64);

/** A read waits up to 2 s until its read models have reached this position. If they do not, it answers older data, with their position. */
export const after = position.optional();

export const paging = {
  after,
  cursor: z.string().max(2_000).optional(),
  limit: queryInteger(1, 100).default(25),
};

/** A page of a list. `nextCursor` is null on the last page; `position` is the log position up to which the list was read. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable(), position });

/** A name that a person types (`domain/values/name.ts`). */
export const typedName = (longest: number) =>
  z.string().trim().max(longest).refine(isName, 'record/unreadable-name');

/** A day in Brazil, limited to years that calendars and databases agree on. */
export const day = z.iso.date().refine((text) => /^2\d{3}/.test(text));

export const dayRange = { from: day.optional(), to: day.optional() };

export const emptyInput = z.strictObject({ after });

/** An input of every export: the language of headings and words, and the format of amounts and days. */
export const exportLanguage = z.enum(['pt', 'en']).default('pt');

/** RFC 9457, with a stable code and the text in both languages. */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.strictObject({ pt: z.string(), en: z.string() }),
  /** Input errors: JSON path and expected value. */
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});

export type Problem = z.output<typeof problem>;

/** `asks` in the details of `session/step-up-required`: what the person has to give again. */
export type StepUpAsks = 'password' | 'code';
