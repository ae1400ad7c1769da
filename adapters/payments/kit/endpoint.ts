import type { z } from 'zod';

import type { HttpMethod } from './failure.ts';

export interface WireRequest {
  readonly method: HttpMethod;
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All that an operation may touch: the account it acts for, and calls made in its name. */
export interface Wire<Account> {
  readonly account: Account;
  /** Authenticated, bounded, parsed. @throws ProviderFailure */
  readonly call: <Reply extends z.ZodType>(
    request: WireRequest,
    reply: Reply,
  ) => Promise<z.output<Reply>>;
  /** As `call`, but a 404 is an answer: there is no such thing. */
  readonly find: <Reply extends z.ZodType>(
    request: WireRequest,
    reply: Reply,
  ) => Promise<z.output<Reply> | undefined>;
}

/** The one type of everything a provider can do; where one call is not enough, write a function. */
export type Operation<Account, Input, Output> = (
  input: Input,
  wire: Wire<Account>,
) => Promise<Output>;

/** An operation that is one call. */
export const endpoint =
  <Account, Input, Output, Reply extends z.ZodType>(spec: {
    readonly method: HttpMethod;
    readonly path: (input: Input) => string;
    readonly headers?: (input: Input) => Readonly<Record<string, string>>;
    readonly body?: (input: Input) => unknown;
    readonly reply: Reply;
    readonly result: (reply: z.output<Reply>, input: Input) => Output;
  }): Operation<Account, Input, Output> =>
  async (input, wire) => {
    const reply = await wire.call(
      {
        method: spec.method,
        path: spec.path(input),
        ...(spec.headers && { headers: spec.headers(input) }),
        ...(spec.body && { body: spec.body(input) }),
      },
      spec.reply,
    );
    return spec.result(reply, input);
  };
