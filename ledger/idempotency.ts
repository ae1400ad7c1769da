import type { Chance } from '#/domain/ports/machine.ts';
import { thisMachine } from './machine.ts';
import type { AttemptCommand } from '#/domain/attempt/commands.ts';
import { attempt, type Attempt } from '#/domain/attempt/decider.ts';
import { Refused, type RefusalCode } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import type { Timestamp } from '#/domain/time.ts';
import { derivedId, requestDigest } from './derived-id.ts';
import type { CommandContext, CommandHandler } from './handle-command.ts';
import type { Loaded } from './states/stream-states.ts';

/** A request that its caller may retry under one idempotency key. */
export interface KeyedRequest {
  /** The caller's Idempotency-Key; without one, each call is a separate request. */
  readonly key: string | undefined;
  readonly procedure: string;
  readonly platform: string;
  readonly actor: string;
  readonly body: unknown;
  readonly now: Timestamp;
  /** Anonymous callers may send any number of requests: their refusals are stored for a limited time, and not in the log. */
  readonly isAnonymous?: boolean;
}

/** A refusal, and the digest of the refused request. */
export interface KeptRefusal {
  readonly request: string;
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Refusals by command id, kept at least as long as a caller may retry. */
export interface PassingRefusals {
  readonly find: (commandId: string) => Promise<KeptRefusal | undefined>;
  /** Keeps the first refusal when called twice for a command. */
  readonly keep: (commandId: string, refusal: KeptRefusal) => Promise<void>;
}

/** The context of the request's commands, by which a retry finds the events of the first attempt. */
export type KeyedContext = Pick<CommandContext, 'commandId' | 'request' | 'platform' | 'actor'>;

/**
 * Whether a keyed request has led to events of this stream. Its retry is answered with them before anything is checked or done: what
 * was allowed then may be forbidden now, and what it did may have been undone by a later request. @throws Refused
 * `idempotency/key-reused` when they came from another request
 */
export const isDone = (
  { requests }: Pick<Loaded<unknown>, 'requests'>,
  { commandId, request }: Pick<CommandContext, 'commandId' | 'request'>,
): boolean => {
  const before = requests.get(commandId);
  if (before === undefined) return false;
  if (before !== request) throw new Refused('idempotency/key-reused');
  return true;
};

/** Keeps each key's request, and its refusal, in the log. */
const createAttempts = (handler: CommandHandler) => {
  const send = (
    { platform, actor }: KeyedRequest,
    commandId: string,
    command: AttemptCommand,
    loaded?: Loaded<Attempt>,
  ) => {
    const names = { BeginAttempt: 'attempt', RecordRefusal: 'refusal' };
    const context = { platform, actor, correlation: commandId };
    return handler.handle(
      attempt,
      streamOf('attempt', commandId),
      command,
      { ...context, commandId: derivedId(names[command.type], commandId) },
      loaded,
    );
  };

  /** Records that the key is this request's; returns its refusal if there is one. @throws Refused `idempotency/key-reused` */
  const begin = async (
    request: KeyedRequest,
    commandId: string,
    digest: string,
  ): Promise<KeptRefusal | undefined> => {
    const loaded = await handler.load(attempt, streamOf('attempt', commandId));
    const { procedure, now } = request;
    const command = { type: 'BeginAttempt', procedure, request: digest, now } as const;
    const { state } = await send(request, commandId, command, loaded);
    return state.status === 'REFUSED' ? state : undefined;
  };

  const record = async (
    request: KeyedRequest,
    commandId: string,
    refusal: KeptRefusal,
  ): Promise<void> => {
    const { procedure, now } = request;
    await send(request, commandId, { type: 'RecordRefusal', procedure, ...refusal, now });
  };

  return { begin, record };
};

/**
 * Same key, same answer, for ever: command and event ids derive from the key, the request's digest is stored under the key
 * before it runs, and a refusal is stored so that a retry gets it again. The same key with another request is refused as
 * `idempotency/key-reused`, whatever it is about and whenever it comes. Failures that decide nothing (store or provider down)
 * are not stored. Anonymous callers could fill the log: their refusals are kept elsewhere for a limited time, and their digest
 * only with the events of the payment, whose id follows from the key.
 */
export const createIdempotency = (options: {
  readonly handler: CommandHandler;
  /** The HMAC key of the digests; if it changes, earlier idempotency keys are no longer recognised. */
  readonly secret: Buffer;
  readonly passing: PassingRefusals;
  readonly machine?: Pick<Chance, 'uuid'>;
}) => {
  const { handler, secret, passing, machine = thisMachine } = options;
  const { begin, record } = createAttempts(handler);

  return async <Result>(
    request: KeyedRequest,
    run: (context: KeyedContext) => Promise<Result>,
  ): Promise<Result> => {
    const { key, procedure, platform, actor, isAnonymous = false } = request;
    if (key === undefined) return run({ commandId: machine.uuid(), platform, actor });
    // Keyed, because a buyer may choose a poor key and the payment's id, which follows from it, must not be guessed.
    const commandId = derivedId(
      'command',
      requestDigest(secret, [platform, actor, procedure, key]),
    );
    const digest = requestDigest(secret, request.body);
    const context = { commandId, request: digest, platform, actor };
    const before = await (isAnonymous
      ? passing.find(commandId)
      : begin(request, commandId, digest));
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
