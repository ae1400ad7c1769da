import type { z } from 'zod';
import type { Cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { PlatformDefaults } from '#/domain/ports/platform-defaults.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { WireRequest } from './network/channel.ts';

export interface ProviderContext<Account> {
  readonly account: Account;
  /** The platform's settings for all of its accounts. */
  readonly platform: PlatformDefaults;
  /** Sends a request and parses the reply. @throws ProviderFailure */
  readonly call: <Reply extends z.ZodType>(
    request: WireRequest,
    reply: Reply,
  ) => Promise<z.output<Reply>>;
  /** Like `call`, but returns undefined for the status `absent` (404 by default). */
  readonly find: <Reply extends z.ZodType>(
    request: WireRequest,
    reply: Reply,
    absent?: number,
  ) => Promise<z.output<Reply> | undefined>;
  /** Fetches a PDF; undefined after 404. @throws ProviderFailure */
  readonly pdf: (request: WireRequest) => Promise<Uint8Array | undefined>;
  /** Converts to the provider's unit. */
  readonly amount: (value: Cents) => number | string;
  /** Converts from the provider's unit. @throws ProviderFailure `unreadable` if it is no amount */
  readonly cents: (written: number | string) => Cents;
  readonly status: (word: string) => PaymentStatus;
  readonly withdrawStatus: (word: string) => WithdrawStatus;
  readonly now: () => Timestamp;
}

export type Operation<Account, Input, Output> = (
  input: Input,
  context: ProviderContext<Account>,
) => Promise<Output>;

/** Lets a provider recognise a repeated write. */
export const idempotencyKey = (key: string) => ({ 'idempotency-key': key });

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

/** Like `endpoint`, for a read of something that may not exist (404). */
export const lookup =
  <Account, Input, Output, Reply extends z.ZodType>(spec: {
    readonly path: (input: Input) => string;
    readonly via?: string;
    readonly query?: (input: Input) => NonNullable<WireRequest['query']>;
    /** The status for "does not exist"; 404 by default. */
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
