import type { RandomSource } from '#/domain/ports/machine.ts';
import { thisMachine } from './machine.ts';
import type { AttemptCommand } from '#/domain/attempt/commands.ts';
import { attempt, type Attempt } from '#/domain/attempt/decider.ts';
import { KEY_SECONDS } from '#/domain/epoch/epoch.ts';
import { Refused, type RefusalCode } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import { derivedId, requestDigest } from './derived-id.ts';
import type { CommandContext, CommandHandler } from './handle-command.ts';
import type { LoadedState } from './states/stream-states.ts';

export interface KeyedRequest {
  /** Without an Idempotency-Key, each call is a separate request. */
  readonly key: string | undefined;
  readonly procedure: string;
  readonly platform: string;
  readonly actor: string;
  readonly body: unknown;
  /** Seconds since the caller made the key, by the caller's clock. */
  readonly keyAge?: number | undefined;
  readonly now: Timestamp;
  /** Anonymous callers could fill the log, so their refusals are kept outside it. */
  readonly isAnonymous?: boolean;
}

export interface StoredRefusal {
  readonly request: string;
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Refusals by command id, kept at least as long as a caller may retry. */
export interface RefusalStore {
  readonly find: (commandId: string) => Promise<StoredRefusal | undefined>;
  /** Keeps the first final refusal of a command. It replaces one that is not final, which an earlier release may have stored. */
  readonly keep: (commandId: string, refusal: StoredRefusal) => Promise<void>;
}

export type KeyedContext = Pick<
  CommandContext,
  'commandId' | 'request' | 'answered' | 'onTraceless' | 'platform' | 'actor'
>;

/** The context of a request from whose command id other ids derive. */
export interface DatedContext extends KeyedContext {
  /** The earliest time at which an id that derives from this request can have been made. */
  readonly idSince: Timestamp;
  /** The request has no key, so it repeats no other. */
  readonly isIdNew?: boolean;
  /** The caller does not say how old the key is. */
  readonly isAgeUnknown?: boolean;
}

/**
 * Refuses a retry if an earlier attempt was refused. Search for the request's events first: of two copies of a request, one may have
 * been carried out and the other refused.
 * @throws Refused as before
 */
export const refuseAgain = ({ answered }: Pick<CommandContext, 'answered'>): void => {
  if (answered instanceof Refused) throw answered;
};

/**
 * Whether the request was carried out before. Ask before anything else is checked: the action may have been forbidden since then.
 * @throws Refused as the earlier attempt was; `idempotency/key-reused` when the key came with another request
 */
export const isDone = (
  { requests }: Pick<LoadedState<unknown>, 'requests'>,
  { commandId, request, answered }: Pick<CommandContext, 'commandId' | 'request' | 'answered'>,
): boolean => {
  const recorded = requests.get(commandId);
  if (recorded !== undefined && recorded !== request) throw new Refused('idempotency/key-reused');
  if (recorded === undefined) refuseAgain({ answered });
  return recorded !== undefined || answered === 'SUCCEEDED';
};

/** The stored outcome of a request. A success with events is not stored: its events show it. */
type EarlierOutcome = StoredRefusal | 'SUCCEEDED' | undefined;

interface Answers {
  /** @returns the stored outcome, and since when the key is on record @throws Refused `idempotency/key-reused` */
  readonly begin: () => Promise<{ readonly outcome: EarlierOutcome; readonly since?: Timestamp }>;
  readonly succeed: () => Promise<void>;
  readonly refuse: (refusal: StoredRefusal) => Promise<void>;
}

const inTheLog = (
  handler: CommandHandler,
  { procedure, platform, actor, now }: KeyedRequest,
  commandId: string,
  request: string,
): Answers => {
  const stream = streamOf('attempt', commandId);
  const names = { BeginAttempt: 'attempt', RecordSuccess: 'success', RecordRefusal: 'refusal' };
  const send = (
    command: AttemptCommand,
    { loaded, name = names[command.type] }: { loaded?: LoadedState<Attempt>; name?: string } = {},
  ) => {
    const id = derivedId(name, commandId);
    const context = { platform, actor, correlation: commandId, commandId: id };
    return handler.handle(attempt, stream, command, context, loaded);
  };
  const about = { procedure, request, now };
  let wasRefused = false;
  return {
    begin: async () => {
      const loaded = await handler.load(attempt, stream);
      const { state } = await send({ type: 'BeginAttempt', ...about }, { loaded });
      if (state.status === 'NONE') return { outcome: undefined };
      const { since } = state;
      wasRefused = state.status === 'REFUSED';
      if (state.status === 'REFUSED') return { outcome: state, since };
      return { outcome: state.status === 'SUCCEEDED' ? state.status : undefined, since };
    },
    succeed: async () => void (await send({ type: 'RecordSuccess', ...about })),
    refuse: async ({ code, details }) => {
      // The name `refusal` is taken by the refusal that is not final: the same name would make this command its repetition.
      const name = wasRefused ? 'final refusal' : 'refusal';
      await send({ type: 'RecordRefusal', ...about, code, details }, { name });
    },
  };
};

/**
 * Stores refusals outside the log. If the key came with another request, `begin` returns that refusal and does not throw, because the
 * events of this request are searched for first.
 */
const outsideTheLog = (passing: RefusalStore, commandId: string, request: string): Answers => ({
  begin: async () => {
    const refusal = await passing.find(commandId);
    if (!refusal || refusal.request === request) return { outcome: refusal };
    return { outcome: { request, code: 'idempotency/key-reused', details: {} } };
  },
  succeed: async () => undefined,
  refuse: (refusal) => passing.keep(commandId, refusal),
});

/** Returns the earliest time at which this key can have been used. A key without a stated age counts as `KEY_SECONDS` old. */
const sinceOf = ({ keyAge, now }: KeyedRequest, recorded: Timestamp | undefined): Timestamp => {
  const age = Math.min(Math.max(0, Math.ceil(keyAge ?? KEY_SECONDS)), KEY_SECONDS);
  const stated = addSeconds(now, -age);
  return recorded !== undefined && recorded < stated ? recorded : stated;
};

/** Whether an error answers the request for good. Any other failure leaves the request open. */
const isAnswer = (error: unknown): error is Refused =>
  error instanceof Refused && error.isFinal && error.code !== 'idempotency/key-reused';

/** Earlier releases also stored refusals that are not final (`undecidedCodes`); such a refusal is no answer. */
const answerOf = (outcome: EarlierOutcome): 'SUCCEEDED' | Refused | undefined => {
  if (typeof outcome !== 'object') return outcome;
  const refusal = new Refused(outcome.code, outcome.details);
  return refusal.isFinal ? refusal : undefined;
};

/**
 * Carries out a request once for each Idempotency-Key. Ids derive from the key, so a retry finds the events of the first attempt.
 *
 * The log keeps a request's digest, and its answer if the request left no event. For an anonymous caller only refusals are kept, outside
 * the log. A failure that decides nothing is not kept, so a retry tries again.
 */
export const createIdempotency = (options: {
  readonly handler: CommandHandler;
  /** The HMAC key of the digests; a change makes earlier idempotency keys unknown. */
  readonly secret: Buffer;
  /** Stores the refusals of anonymous callers. */
  readonly passing: RefusalStore;
  readonly machine?: Pick<RandomSource, 'uuid'>;
}) => {
  const { handler, secret, passing, machine = thisMachine } = options;

  return async <Result>(
    request: KeyedRequest,
    run: (context: DatedContext) => Promise<Result>,
  ): Promise<Result> => {
    const { key, procedure, platform, actor, now, isAnonymous = false } = request;
    if (key === undefined) {
      const commandId = machine.uuid();
      return run({ commandId, platform, actor, idSince: now, isIdNew: true });
    }
    // Keyed, because the payment's id follows from the buyer's key, which may be easy to guess.
    const commandId = derivedId(
      'command',
      requestDigest(secret, [platform, actor, procedure, key]),
    );
    const digest = requestDigest(secret, request.body);
    const answers = isAnonymous
      ? outsideTheLog(passing, commandId, digest)
      : inTheLog(handler, request, commandId, digest);
    const { outcome, since } = await answers.begin();
    const answered = answerOf(outcome);
    let isTraceless = false;
    const onTraceless = () => {
      isTraceless = true;
    };
    const isAgeUnknown = request.keyAge === undefined;
    const by = { platform, actor, idSince: sinceOf(request, since), isAgeUnknown };
    const context = { commandId, request: digest, answered, onTraceless, ...by };
    try {
      const result = await run(context);
      // A success with events is not stored: a retry finds the events, or carries out the request again if a failover lost them.
      if (isTraceless && answered !== 'SUCCEEDED') await answers.succeed();
      return result;
    } catch (error) {
      if (!isAnswer(error)) throw error;
      refuseAgain({ answered });
      if (answered === undefined) {
        await answers.refuse({ request: digest, code: error.code, details: error.details });
      }
      throw error;
    }
  };
};

export type Idempotency = ReturnType<typeof createIdempotency>;
