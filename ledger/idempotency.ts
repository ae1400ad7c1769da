import { randomUUID } from 'node:crypto';
import { attempt } from '#/domain/attempt/decider.ts';
import { Refused } from '#/domain/errors.ts';
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
}

/** What the wish's commands carry, so that a repetition finds what the first one wrote. */
export type KeyedContext = Pick<CommandContext, 'commandId' | 'request' | 'platform' | 'actor'>;

/**
 * Same key, same answer, for ever: command and event ids derive from the key, the request's digest is stored with the
 * events, and a refusal is written down so that it is repeated too. The same key with another request is refused as
 * `idempotency/key-reused`. Failures that prove nothing (store or provider down) are not frozen.
 */
export const createIdempotency = (options: {
  readonly handler: CommandHandler;
  /** Keys the digests; must stay the same for as long as keys are to be recognised. */
  readonly secret: Buffer;
}) => {
  const { handler, secret } = options;
  return async <Result>(
    request: KeyedRequest,
    run: (context: KeyedContext) => Promise<Result>,
  ): Promise<Result> => {
    const { key, procedure, platform, actor, now } = request;
    if (key === undefined) return run({ commandId: randomUUID(), platform, actor });
    // Keyed, because a buyer may choose a poor key and the payment's id, which follows from it, must not be guessed.
    const commandId = derivedId(
      'command',
      requestDigest(secret, [platform, actor, procedure, key]),
    );
    const digest = requestDigest(secret, request.body);
    const stream = streamOf('attempt', commandId);
    const context = { commandId, request: digest, platform, actor };
    const { state } = await handler.load(attempt, stream);
    if (state.status === 'REFUSED') {
      if (state.request !== digest) throw new Refused('idempotency/key-reused');
      throw new Refused(state.code, state.details);
    }
    try {
      return await run(context);
    } catch (error) {
      if (error instanceof Refused && error.code !== 'idempotency/key-reused') {
        const { code, details } = error;
        const wish = { procedure, code, details, request: digest, now };
        const refusal = { type: 'RecordRefusal', ...wish } as const;
        await handler.handle(attempt, stream, refusal, {
          commandId: derivedId('refusal', commandId),
          platform,
          actor,
          correlation: commandId,
        });
      }
      throw error;
    }
  };
};

export type Idempotency = ReturnType<typeof createIdempotency>;
