import type { z } from 'zod';
import type { Cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { PlatformDefaults } from '#/domain/ports/platform-defaults.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { WireRequest } from './network/channel.ts';

/** All that an operation may use: its account, and authenticated calls. */
export interface ProviderContext<Account> {
  readonly account: Account;
  /** The settings that the platform has for all of its accounts. */
  readonly platform: PlatformDefaults;
  /** Sends a request with authentication and limits, and parses the reply. @throws ProviderFailure */
  readonly call: <Reply extends z.ZodType>(
    request: WireRequest,
    reply: Reply,
  ) => Promise<z.output<Reply>>;
  /** Like `call`, but returns undefined for a 404 or, if `absent` is given, for that status instead. */
  readonly find: <Reply extends z.ZodType>(
    request: WireRequest,
    reply: Reply,
    absent?: number,
  ) => Promise<z.output<Reply> | undefined>;
  /** Fetches a PDF from the provider; undefined when it does not exist (404). @throws ProviderFailure */
  readonly pdf: (request: WireRequest) => Promise<Uint8Array | undefined>;
  /** Convert an amount to the provider's unit, and back. @throws ProviderFailure `unreadable` (only `cents`) */
  readonly amount: (value: Cents) => number | string;
  readonly cents: (written: number | string) => Cents;
  /** Translates the provider's status of a charge, and of a payout. */
  readonly status: (word: string) => PaymentStatus;
  readonly withdrawStatus: (word: string) => WithdrawStatus;
  readonly now: () => Timestamp;
}

/** The one type of every operation of a provider; an operation that needs several calls is a plain function. */
export type Operation<Account, Input, Output> = (
  input: Input,
  context: ProviderContext<Account>,
) => Promise<Output>;

/** The header by which some providers recognise a repeated write. */
export const idempotencyKey = (key: string) => ({ 'idempotency-key': key });

/** Makes an operation that is one call. */
export const endpoint =
  <Account, Input, Output, Reply extends z.ZodType>(spec: {
    readonly method: WireRequest['method'];
    readonly path: (input: Input, context: ProviderContext<Account>) => string;
    readonly via?: string;
    readonly explain?: WireRequest['explain'];
    readonly query?: (
      input: Input,
      context: ProviderContext<Account>,
    ) => NonNullable<WireRequest['query']>;
    readonly headers?: (
      input: Input,
      context: ProviderContext<Account>,
    ) => Readonly<Record<string, string>>;
    readonly body?: (input: Input, context: ProviderContext<Account>) => unknown;
    readonly reply: Reply;
    readonly result: (
      reply: z.output<Reply>,
      context: ProviderContext<Account>,
      input: Input,
    ) => Output;
  }): Operation<Account, Input, Output> =>
  async (input, context) => {
    const { method, path, via, explain, query, headers, body, reply, result } = spec;
    const answer = await context.call(
      {
        method,
        path: path(input, context),
        ...(via !== undefined && { via }),
        ...(explain && { explain }),
        ...(query && { query: query(input, context) }),
        ...(headers && { headers: headers(input, context) }),
        ...(body && { json: body(input, context) }),
      },
      reply,
    );
    return result(answer, context, input);
  };

/** Like `endpoint`, for a read whose answer may be that the thing does not exist (404). */
export const lookup =
  <Account, Input, Output, Reply extends z.ZodType>(spec: {
    readonly path: (input: Input) => string;
    readonly via?: string;
    readonly query?: (input: Input) => NonNullable<WireRequest['query']>;
    /** The status that means "does not exist", when it is not 404. */
    readonly absent?: number;
    readonly reply: Reply;
    readonly result: (
      reply: z.output<Reply>,
      context: ProviderContext<Account>,
      input: Input,
    ) => Output | undefined;
  }): Operation<Account, Input, Output | undefined> =>
  async (input, context) => {
    const { path, via, query, absent, reply, result } = spec;
    const answer = await context.find(
      {
        method: 'GET',
        path: path(input),
        ...(via !== undefined && { via }),
        ...(query && { query: query(input) }),
      },
      reply,
      absent,
    );
    return answer === undefined ? undefined : result(answer, context, input);
  };
