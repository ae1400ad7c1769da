import { randomUUID } from 'node:crypto';
import { attempt } from '#/domain/attempt/decider.ts';
import { Refused, type RefusalCode } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import type { Timestamp } from '#/domain/time.ts';
import { derivedId, requestDigest } from './derived-id.ts';
import type { CommandContext, CommandHandler } from './handle-command.ts';

/** A caller's wish that may be repeated under one key. */
export interface KeyedRequest {
  /** The caller's Idempotency-Key; without one each call is a wish of its own. */
  readonly key: string | undefined;
  readonly procedure: string;
  readonly platform: string;
  readonly actor: string;
  readonly body: unknown;
  readonly now: Timestamp;
  /** Anybody may ask, any number of times: a refusal is kept for a while, and not in the log. */
  readonly isAnonymous?: boolean;
}

/** How a wish was refused, and what it was. */
export interface KeptRefusal {
  readonly request: string;
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Refusals by command id, for at least as long as a caller may repeat what it sent. */
export interface PassingRefusals {
  readonly find: (commandId: string) => Promise<KeptRefusal | undefined>;
  /** The first one stands. */
  readonly keep: (commandId: string, refusal: KeptRefusal) => Promise<void>;
}

/** What the wish's commands carry, so that a repetition finds what the first one wrote. */
export type KeyedContext = Pick<CommandContext, 'commandId' | 'request' | 'platform' | 'actor'>;

/**
 * Same key, same answer, for ever: command and event ids derive from the key, the request's digest is stored with the
 * events, and a refusal is written down so that it is repeated too (of strangers for a while, and outside the log, which
 * they could fill otherwise). The same key with another request is refused as
 * `idempotency/key-reused`. Failures that prove nothing (store or provider down) are not frozen.
 */
export const createIdempotency = (options: {
  readonly handler: CommandHandler;
  /** Keys the digests; must stay the same for as long as keys are to be recognised. */
  readonly secret: Buffer;
  readonly passing: PassingRefusals;
}) => {
  const { handler, secret, passing } = options;

  const onRecord = async (commandId: string): Promise<KeptRefusal | undefined> => {
    const { state } = await handler.load(attempt, streamOf('attempt', commandId));
    return state.status === 'REFUSED' ? state : undefined;
  };

  const record = async (
    { procedure, platform, actor, now }: KeyedRequest,
    commandId: string,
    refusal: KeptRefusal,
  ): Promise<void> => {
    const command = { type: 'RecordRefusal', procedure, ...refusal, now } as const;
    await handler.handle(attempt, streamOf('attempt', commandId), command, {
      commandId: derivedId('refusal', commandId),
      platform,
      actor,
      correlation: commandId,
    });
  };

  return async <Result>(
    request: KeyedRequest,
    run: (context: KeyedContext) => Promise<Result>,
  ): Promise<Result> => {
    const { key, procedure, platform, actor, isAnonymous = false } = request;
    if (key === undefined) return run({ commandId: randomUUID(), platform, actor });
    // Keyed, because a buyer may choose a poor key and the payment's id, which follows from it, must not be guessed.
    const commandId = derivedId(
      'command',
      requestDigest(secret, [platform, actor, procedure, key]),
    );
    const digest = requestDigest(secret, request.body);
    const context = { commandId, request: digest, platform, actor };
    const before = await (isAnonymous ? passing.find(commandId) : onRecord(commandId));
    if (before) {
      if (before.request !== digest) throw new Refused('idempotency/key-reused');
      throw new Refused(before.code, before.details);
    }
    try {
      return await run(context);
    } catch (error) {
      if (error instanceof Refused && error.code !== 'idempotency/key-reused') {
        const refusal = { request: digest, code: error.code, details: error.details };
        await (isAnonymous
          ? passing.keep(commandId, refusal)
          : record(request, commandId, refusal));
      }
      throw error;
    }
  };
};

export type Idempotency = ReturnType<typeof createIdempotency>;
