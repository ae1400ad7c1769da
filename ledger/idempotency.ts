import type { Chance } from '#/domain/ports/machine.ts';
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

/** A request that its caller may retry under one idempotency key. */
export interface KeyedRequest {
  /** The caller's Idempotency-Key; without one, each call is a separate request. */
  readonly key: string | undefined;
  readonly procedure: string;
  readonly platform: string;
  readonly actor: string;
  readonly body: unknown;
  /** Seconds since the caller made the key, by the caller's own clock; absent = unknown. */
  readonly keyAge?: number | undefined;
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

/** The context of a request from whose command id other ids derive, so that they are the same in each retry. */
export interface DatedContext extends KeyedContext {
  /** No id that derives from this request is older. */
  readonly idSince: Timestamp;
  /** The request has no key: its command id was made for it, so it repeats no other request. */
  readonly isIdNew?: boolean;
  /** The request has a key, and the caller does not say how old it is. */
  readonly isAgeUnknown?: boolean;
}

/**
 * Throws the refusal that this request got before. Search for the request's events first: a duplicate may have been refused while
 * the request itself was carried out.
 * @throws Refused
 */
export const refuseAgain = ({ answered }: Pick<CommandContext, 'answered'>): void => {
  if (answered instanceof Refused) throw answered;
};

/**
 * Whether a keyed request has been carried out: this stream has its events, or the request was answered as successful without
 * changing anything. A retry is answered from the stream before anything is checked or done: since the first attempt, the action
 * may have been forbidden, or undone by a later request.
 * @throws Refused `idempotency/key-reused` when another request had this key, and the request's earlier refusal when the stream has
 * none of its events
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

/** The stored outcome of a request; a success with events is never stored. */
type EarlierOutcome = KeptRefusal | 'SUCCEEDED' | undefined;

/** Stores the outcome of a key's request. */
interface Answers {
  /**
   * Returns the request's stored outcome, and since when its key is on record.
   * @throws Refused `idempotency/key-reused` when it is certain that another request had the key
   */
  readonly begin: () => Promise<{ readonly outcome: EarlierOutcome; readonly since?: Timestamp }>;
  readonly succeed: () => Promise<void>;
  readonly refuse: (refusal: KeptRefusal) => Promise<void>;
}

/** Stores the request's digest and its outcome in the log. */
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
      if (state.status === 'NONE') return { outcome: undefined };
      const { since } = state;
      if (state.status === 'REFUSED') return { outcome: state, since };
      return { outcome: state.status === 'SUCCEEDED' ? state.status : undefined, since };
    },
    succeed: async () => void (await send({ type: 'RecordSuccess', ...about })),
    refuse: async ({ code, details }) =>
      void (await send({ type: 'RecordRefusal', ...about, code, details })),
  };
};

/**
 * Stores only refusals, outside the log and for a limited time, because anonymous callers could fill the log. If another request
 * with this key was refused, `begin` returns `idempotency/key-reused` as the outcome and does not throw it: both requests may have
 * come at once, so the events of this one must be searched for first.
 */
const inPassing = (passing: PassingRefusals, commandId: string, request: string): Answers => ({
  begin: async () => {
    const before = await passing.find(commandId);
    if (!before || before.request === request) return { outcome: before };
    return { outcome: { request, code: 'idempotency/key-reused', details: {} } };
  },
  succeed: async () => undefined,
  refuse: (refusal) => passing.keep(commandId, refusal),
});

/**
 * Returns when this key may have been used first: when it was recorded, or when the caller says that it made the key, whichever is
 * earlier. An age that is missing or above `KEY_SECONDS` counts as `KEY_SECONDS`, after which a caller must not repeat a key.
 */
const sinceOf = ({ keyAge, now }: KeyedRequest, recorded: Timestamp | undefined): Timestamp => {
  const age = Math.min(Math.max(0, Math.ceil(keyAge ?? KEY_SECONDS)), KEY_SECONDS);
  const stated = addSeconds(now, -age);
  return recorded !== undefined && recorded < stated ? recorded : stated;
};

/** Whether a failure is the answer to a request, which is stored under its key. Any other failure leaves the request open. */
const isAnswer = (error: unknown): error is Refused =>
  error instanceof Refused && error.isDecision && error.code !== 'idempotency/key-reused';

/**
 * Returns the answer that the request got before. Earlier releases also stored refusals that decided nothing; such a refusal is no answer.
 */
const answerOf = (before: EarlierOutcome): 'SUCCEEDED' | Refused | undefined => {
  if (typeof before !== 'object') return before;
  const refusal = new Refused(before.code, before.details);
  return refusal.isDecision ? refusal : undefined;
};

/**
 * Carries out a request once, however often the same actor sends it to the same procedure with the same key. The ids of its commands and
 * events derive from these, so a retry finds the events of the first attempt: it only produces the answer, and writes no events (`isDone`).
 *
 * The log keeps the request's digest under the key from before the request runs, and its answer if that is a refusal, or a success
 * without an event. A stored refusal is repeated only if no event of the request is found: it may be the refusal of a duplicate that
 * came while the first request was still being recorded. A request with another body and the same key is refused as
 * `idempotency/key-reused`. Failures that decide nothing (store or provider down, refusals without `isDecision`) are not stored.
 *
 * Anonymous callers could fill the log in this way. So their refusals are kept outside the log for a limited time, and the digest of their
 * request only in the request's own events.
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
    run: (context: DatedContext) => Promise<Result>,
  ): Promise<Result> => {
    const { key, procedure, platform, actor, now, isAnonymous = false } = request;
    if (key === undefined) {
      const commandId = machine.uuid();
      return run({ commandId, platform, actor, idSince: now, isIdNew: true });
    }
    // The digest is keyed: a buyer's key may be easy to guess, but the payment's id, which follows from that key, must not be.
    const commandId = derivedId(
      'command',
      requestDigest(secret, [platform, actor, procedure, key]),
    );
    const digest = requestDigest(secret, request.body);
    const answers = isAnonymous
      ? inPassing(passing, commandId, digest)
      : inTheLog(handler, request, commandId, digest);
    const { outcome: before, since } = await answers.begin();
    const answered = answerOf(before);
    let isTraceless = false;
    const onTraceless = () => {
      isTraceless = true;
    };
    const isAgeUnknown = request.keyAge === undefined;
    const by = { platform, actor, idSince: sinceOf(request, since), isAgeUnknown };
    const context = { commandId, request: digest, answered, onTraceless, ...by };
    try {
      const result = await run(context);
      // A success with events is not stored: a retry finds the events. If a failover has lost them, a stored success would keep the
      // retry from carrying out the request again.
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
