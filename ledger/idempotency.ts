import type { Chance } from '#/domain/ports/machine.ts';
import { thisMachine } from './machine.ts';
import type { AttemptCommand } from '#/domain/attempt/commands.ts';
import { attempt, type Attempt } from '#/domain/attempt/decider.ts';
import { Refused, type RefusalCode } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import type { Timestamp } from '#/domain/time.ts';
import { derivedId, requestDigest } from './derived-id.ts';
import type { CommandContext, CommandHandler } from './handle-command.ts';
import type { LoadedState } from './states/stream-states.ts';

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
export type KeyedContext = Pick<
  CommandContext,
  'commandId' | 'request' | 'answered' | 'onTraceless' | 'platform' | 'actor'
>;

/** @throws Refused when this request was refused before; look first for what it did, because a duplicate may have been carried out */
export const refuseAgain = ({ answered }: Pick<CommandContext, 'answered'>): void => {
  if (answered instanceof Refused) throw answered;
};

/**
 * Whether a keyed request has been carried out, by what it led to in this stream, or by its answer where it had nothing to change. Its
 * retry is answered from the stream before anything is checked or done: what was allowed then may be forbidden now, and what it did
 * may have been undone by a later request. @throws Refused `idempotency/key-reused` when another request had this key, and the
 * request's earlier refusal when the stream has nothing of it
 */
export const isDone = (
  { requests }: Pick<LoadedState<unknown>, 'requests'>,
  { commandId, request, answered }: Pick<CommandContext, 'commandId' | 'request' | 'answered'>,
): boolean => {
  const before = requests.get(commandId);
  if (before !== undefined && before !== request) throw new Refused('idempotency/key-reused');
  if (before === undefined) refuseAgain({ answered });
  return before !== undefined || answered === 'SUCCEEDED';
};

/** What a request came to before: undefined until it is answered. */
type EarlierOutcome = KeptRefusal | 'SUCCEEDED' | undefined;

/** Stores the outcome of a key's request. */
interface Answers {
  /** Returns what the request came to before. @throws Refused `idempotency/key-reused` when another one certainly had the key */
  readonly begin: () => Promise<EarlierOutcome>;
  readonly succeed: () => Promise<void>;
  readonly refuse: (refusal: KeptRefusal) => Promise<void>;
}

/** In the log, with the key's request. */
const inTheLog = (
  handler: CommandHandler,
  { procedure, platform, actor, now }: KeyedRequest,
  commandId: string,
  request: string,
): Answers => {
  const stream = streamOf('attempt', commandId);
  const names = { BeginAttempt: 'attempt', RecordSuccess: 'success', RecordRefusal: 'refusal' };
  const send = (command: AttemptCommand, loaded?: LoadedState<Attempt>) => {
    const id = derivedId(names[command.type], commandId);
    const context = { platform, actor, correlation: commandId, commandId: id };
    return handler.handle(attempt, stream, command, context, loaded);
  };
  const about = { procedure, request, now };
  return {
    begin: async () => {
      const loaded = await handler.load(attempt, stream);
      const { state } = await send({ type: 'BeginAttempt', ...about }, loaded);
      if (state.status === 'REFUSED') return state;
      return state.status === 'SUCCEEDED' ? state.status : undefined;
    },
    succeed: async () => void (await send({ type: 'RecordSuccess', ...about })),
    refuse: async ({ code, details }) =>
      void (await send({ type: 'RecordRefusal', ...about, code, details })),
  };
};

/**
 * Only refusals, for a limited time: anonymous callers could fill the log. That of another request does not stop this one before it
 * is known what it did: both may have come at once, and this one may have been carried out.
 */
const inPassing = (passing: PassingRefusals, commandId: string, request: string): Answers => ({
  begin: async () => {
    const before = await passing.find(commandId);
    if (!before || before.request === request) return before;
    return { request, code: 'idempotency/key-reused', details: {} };
  },
  succeed: async () => undefined,
  refuse: (refusal) => passing.keep(commandId, refusal),
});

/**
 * Same key, same answer, for ever: command and event ids derive from the key, the request's digest is stored under the key
 * before it runs, and so is its answer if that is a refusal, or if no stream shows it. A retry runs again for the words of its
 * answer only, since its commands decide nothing any more (`isDone`). What succeeded is found before a stored refusal is
 * repeated: the refusal may be that of a duplicate which came while the first was still being recorded. The same key with
 * another request is refused as `idempotency/key-reused`, whatever it is about and whenever it comes. Failures that decide
 * nothing (store or provider down) are not stored. Anonymous callers could fill the log: their refusals are kept elsewhere for
 * a limited time, and their digest only with the events of the payment, whose id follows from the key.
 */
export const createIdempotency = (options: {
  readonly handler: CommandHandler;
  /** The HMAC key of the digests; if it changes, earlier idempotency keys are no longer recognised. */
  readonly secret: Buffer;
  readonly passing: PassingRefusals;
  readonly machine?: Pick<Chance, 'uuid'>;
}) => {
  const { handler, secret, passing, machine = thisMachine } = options;

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
    const answers = isAnonymous
      ? inPassing(passing, commandId, digest)
      : inTheLog(handler, request, commandId, digest);
    const before = await answers.begin();
    const answered = typeof before === 'object' ? new Refused(before.code, before.details) : before;
    let isTraceless = false;
    const onTraceless = () => {
      isTraceless = true;
    };
    const context = { commandId, request: digest, answered, onTraceless, platform, actor };
    try {
      const result = await run(context);
      // What was changed is found in its stream. After a failover that lost it, a success on record would forbid to do it again.
      if (isTraceless && answered !== 'SUCCEEDED') await answers.succeed();
      return result;
    } catch (error) {
      if (!(error instanceof Refused) || error.code === 'idempotency/key-reused') throw error;
      refuseAgain({ answered });
      if (answered === undefined) {
        await answers.refuse({ request: digest, code: error.code, details: error.details });
      }
      throw error;
    }
  };
};

export type Idempotency = ReturnType<typeof createIdempotency>;
