import type { z } from 'zod';
import type { Cents } from '#/domain/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { WireRequest } from './channel.ts';

/** All that an operation may touch: the account it acts for, and calls made in its name. */
export interface Wire<Account> {
  readonly account: Account;
  /** Authenticated, bounded, parsed. @throws ProviderFailure */
  readonly call: <Reply extends z.ZodType>(
    request: WireRequest,
    reply: Reply,
  ) => Promise<z.output<Reply>>;
  /** As `call`, but a 404, or what the provider says instead, is an answer: there is no such thing. */
  readonly find: <Reply extends z.ZodType>(
    request: WireRequest,
    reply: Reply,
    absent?: number,
  ) => Promise<z.output<Reply> | undefined>;
  /** A PDF of the provider; undefined when there is no such thing (404). @throws ProviderFailure */
  readonly pdf: (request: WireRequest) => Promise<Uint8Array | undefined>;
  /** In the provider's unit, and back. */
  readonly amount: (value: Cents) => number | string;
  readonly cents: (written: number | string) => Cents;
  /** The provider's word for how a charge stands, and a payout. */
  readonly status: (word: string) => PaymentStatus;
  readonly withdrawStatus: (word: string) => WithdrawStatus;
  readonly now: () => Timestamp;
}

/** The one type of everything a provider can do; where one call is not enough, write a function. */
export type Operation<Account, Input, Output> = (
  input: Input,
  wire: Wire<Account>,
) => Promise<Output>;

/** A header with which a write happens once, however often it is sent. */
export const idempotencyKey = (key: string) => ({ 'idempotency-key': key });

/** An operation that is one call. */
export const endpoint =
  <Account, Input, Output, Reply extends z.ZodType>(spec: {
    readonly method: WireRequest['method'];
    readonly path: (input: Input, wire: Wire<Account>) => string;
    readonly via?: string;
    readonly explain?: WireRequest['explain'];
    readonly query?: (input: Input, wire: Wire<Account>) => NonNullable<WireRequest['query']>;
    readonly headers?: (input: Input, wire: Wire<Account>) => Readonly<Record<string, string>>;
    readonly body?: (input: Input, wire: Wire<Account>) => unknown;
    readonly reply: Reply;
    readonly result: (reply: z.output<Reply>, wire: Wire<Account>, input: Input) => Output;
  }): Operation<Account, Input, Output> =>
  async (input, wire) => {
    const { method, path, via, explain, query, headers, body, reply, result } = spec;
    const answer = await wire.call(
      {
        method,
        path: path(input, wire),
        ...(via !== undefined && { via }),
        ...(explain && { explain }),
        ...(query && { query: query(input, wire) }),
        ...(headers && { headers: headers(input, wire) }),
        ...(body && { json: body(input, wire) }),
      },
      reply,
    );
    return result(answer, wire, input);
  };

/** The same where the answer may be that there is no such thing (404). */
export const lookup =
  <Account, Input, Output, Reply extends z.ZodType>(spec: {
    readonly path: (input: Input) => string;
    readonly via?: string;
    readonly query?: (input: Input) => NonNullable<WireRequest['query']>;
    /** The status that says that there is no such thing, where it is not 404. */
    readonly absent?: number;
    readonly reply: Reply;
    readonly result: (
      reply: z.output<Reply>,
      wire: Wire<Account>,
      input: Input,
    ) => Output | undefined;
  }): Operation<Account, Input, Output | undefined> =>
  async (input, wire) => {
    const { path, via, query, absent, reply, result } = spec;
    const answer = await wire.find(
      {
        method: 'GET',
        path: path(input),
        ...(via !== undefined && { via }),
        ...(query && { query: query(input) }),
      },
      reply,
      absent,
    );
    return answer === undefined ? undefined : result(answer, wire, input);
  };
