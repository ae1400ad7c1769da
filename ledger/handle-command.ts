import type { Machine } from '#/domain/ports/machine.ts';
import { thisMachine } from './machine.ts';
import type { Decider } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { appendSurely, requireSameLog } from './append-surely.ts';
import { encode } from './codec.ts';
import { isDone } from './idempotency.ts';
import { eventId } from './derived-id.ts';
import {
  AppendError,
  type Appended,
  type EventStore,
  type Expected,
  type NewEvent,
  type Position,
} from './event-store.ts';
import { createKeyedLock } from './concurrency/keyed-lock.ts';
import {
  createAbsentState,
  createStreamStates,
  type LoadedState,
  type StreamState,
} from './states/stream-states.ts';

export interface CommandContext {
  /** Event ids derive from this id, so that a retry with the same id is recognised. */
  readonly commandId: string;
  readonly platform: string;
  readonly actor: string;
  readonly correlation: string;
  /** Digest of the request, when its caller may retry it. */
  readonly request?: string;
  /** The stored answer of this request. If there is one, its commands write nothing. */
  readonly answered?: 'SUCCEEDED' | Refused | undefined;
  /** Called when the command changed nothing: a retry would find no event, so the success must be stored. */
  readonly onTraceless?: (() => void) | undefined;
  readonly reason?: string;
  /** Position of the event that caused the command. */
  readonly since?: Position;
  /** The store's `rewinds` when that event was read. Once that has changed, the log may lack the event, and the command fails. */
  readonly rewinds?: number;
}

export interface CommandInContext<Command> {
  readonly command: Command;
  readonly context: CommandContext;
}

export interface Cause<Command> extends Omit<CommandContext, 'commandId' | 'actor'> {
  /** One actor for all commands, or the actor of each. */
  readonly actor: string | ((command: Command) => string);
  /** Returns the same id whenever this cause leads to the command again, so that a duplicate is recognised. */
  readonly commandId: (command: Command, ordinal: number) => string;
}

export const inContextOf = <Command>(
  { commandId, actor, ...context }: Cause<Command>,
  commands: readonly Command[],
): readonly CommandInContext<Command>[] =>
  commands.map((command, ordinal) => ({
    command,
    context: {
      ...context,
      actor: typeof actor === 'string' ? actor : actor(command),
      commandId: commandId(command, ordinal),
    },
  }));

export type Outcome<Event, State> =
  | {
      readonly kind: 'done';
      readonly state: State;
      /** The new events of this command; may be empty. */
      readonly events: readonly Event[];
      /** Position of the stream's last event; undefined while the stream is empty. */
      readonly position: Position | undefined;
    }
  | { readonly kind: 'refused'; readonly refusal: Refused };

export type Done<Event, State> = Extract<Outcome<Event, State>, { kind: 'done' }>;

/** `assumed absent` = the stream is not read before the append. For streams that never get a second event. */
type PriorState<State> = LoadedState<State> | 'assumed absent';

export interface CommandHandler {
  /**
   * Carries out one command on a stream.
   * @param prior the state that `load` returned for this stream in the same request
   * @throws Refused, AppendError, and as `EventStore.readStream`, `decode` and `encode`
   */
  handle<Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    command: Command,
    context: CommandContext,
    prior?: PriorState<State>,
  ): Promise<Done<Event, State>>;

  /**
   * Carries out commands on a stream in order, several in one append. A refused command is one of the outcomes, and does not affect
   * the others.
   * @throws as `handle`, except Refused; the first commands may then have been carried out
   */
  handleAll<Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    commands: readonly CommandInContext<Command>[],
    prior?: PriorState<State>,
  ): Promise<readonly Outcome<Event, State>[]>;

  /** Returns the state of a stream, read up to its end. */
  load<Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
  ): Promise<LoadedState<State>>;

  exists(stream: string): Promise<boolean>;
}

const CONFLICT_RETRIES = 10;
const COMMANDS_AT_ONCE = 200;

const isConflict = (error: unknown): boolean =>
  error instanceof AppendError && error.failure.kind === 'wrong-expected';

interface Decision<Event, State> {
  readonly outcomes: readonly Outcome<Event, State>[];
  readonly facts: readonly {
    readonly fact: Event;
    readonly context: CommandContext;
    readonly ordinal: number;
  }[];
  /** Contexts of commands that had nothing to change, and of which the stream has no event. */
  readonly traceless: readonly CommandContext[];
  readonly state: State;
}

/** Decides each command on the state that the commands before it lead to. */
const decideAll = <Command, Event extends DomainEvent, State>(
  decider: Decider<Command, Event, State>,
  entry: StreamState<State>,
  commands: readonly CommandInContext<Command>[],
): Decision<Event, State> => {
  let { state } = entry;
  const outcomes: Outcome<Event, State>[] = [];
  const facts: Decision<Event, State>['facts'][number][] = [];
  const traceless: CommandContext[] = [];
  const { position } = entry;
  for (const { command, context } of commands) {
    try {
      const events = isDone(entry, context) ? [] : decider.decide(command, state);
      if (events.length === 0 && !entry.requests.has(context.commandId)) traceless.push(context);
      for (const [ordinal, fact] of events.entries()) {
        state = decider.evolve(state, fact);
        facts.push({ fact, context, ordinal });
      }
      outcomes.push({ kind: 'done', state, events, position });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      outcomes.push({ kind: 'refused', refusal: error });
    }
  }
  return { outcomes, facts, traceless, state };
};

const answerBy = <Event, State>(decided: Decision<Event, State>) => {
  for (const { onTraceless } of decided.traceless) onTraceless?.();
  return decided.outcomes;
};

const encodeAll = <Event extends DomainEvent, State>(
  stream: string,
  { facts }: Decision<Event, State>,
): readonly NewEvent[] =>
  facts.map(({ fact, context, ordinal }) => {
    const { commandId: causation, since: _, rewinds: __, ...rest } = context;
    const { answered: ___, onTraceless: ____, ...about } = rest;
    const id = eventId(causation, ordinal);
    return encode(fact, { id, stream, meta: { ...about, causation } });
  });

const entryAfter = <Event, State>(
  entry: StreamState<State>,
  decided: Decision<Event, State>,
  { appended, events }: { readonly appended: Appended; readonly events: readonly NewEvent[] },
): StreamState<State> => {
  const requests = new Map(entry.requests);
  for (const { context } of decided.facts) {
    if (context.request !== undefined) requests.set(context.commandId, context.request);
  }
  return {
    state: decided.state,
    revision: appended.revision,
    position: appended.position,
    first: entry.first ?? appended.position,
    lastId: events.at(-1)?.id ?? entry.lastId,
    requests,
    rewinds: entry.rewinds,
  };
};

const isAsNewAs = (entry: LoadedState<unknown>, other: LoadedState<unknown>): boolean =>
  (entry.revision ?? -1) >= (other.revision ?? -1);

/** Returns the store's `rewinds` when the oldest of what the decision rests on was read: the state, or an event that caused a command. */
const rewindsOf = (
  store: EventStore,
  commands: readonly CommandInContext<unknown>[],
  loaded: LoadedState<unknown> | undefined,
): number => {
  const read = commands.flatMap(({ context }) => context.rewinds ?? []);
  return Math.min(loaded?.rewinds ?? store.rewinds(), ...read);
};

/**
 * Decides commands on cached states. The expected revision of an append proves that the cached state was current; before an answer without
 * an append, the stream is read.
 */
export const createCommandHandler = (options: {
  readonly store: EventStore;
  /** Called before the command is answered. */
  readonly onAppended?: (stream: string) => void;
  readonly machine?: Machine;
}): CommandHandler => {
  const { store, onAppended, machine = thisMachine } = options;
  const locked = createKeyedLock();
  const { get, keep, refresh } = createStreamStates(store);

  const handleBatch = async <Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    commands: readonly CommandInContext<Command>[],
    prior: PriorState<State> | undefined,
  ): Promise<readonly Outcome<Event, State>[]> => {
    const loaded = prior === 'assumed absent' ? undefined : prior;
    const rewinds = rewindsOf(store, commands, loaded);
    const isNew = prior !== undefined && loaded?.revision === undefined;
    const cached =
      get<State>(stream) ?? (isNew ? createAbsentState(decider.initial, rewinds) : undefined);
    let entry = cached ?? (await refresh(decider, stream));
    let isFresh = !cached || (loaded !== undefined && isAsNewAs(cached, loaded));
    for (let conflicts = 0; ;) {
      const decided = decideAll(decider, entry, commands);
      requireSameLog(store, rewinds);
      if (decided.facts.length === 0) {
        if (isFresh) return answerBy(decided);
        entry = await refresh(decider, stream);
        isFresh = true;
        continue;
      }
      const events = encodeAll(stream, decided);
      try {
        const expected: Expected = entry.revision ?? 'no_stream';
        const append = { stream, events, expected, rewinds };
        const appended = await appendSurely(store, append, machine);
        if (appended !== undefined) {
          keep(stream, entryAfter(entry, decided, { appended, events }));
          onAppended?.(stream);
          const { position } = appended;
          return answerBy(decided).map((it) => (it.kind === 'done' ? { ...it, position } : it));
        }
      } catch (error) {
        if (!isConflict(error) || conflicts >= CONFLICT_RETRIES) throw error;
      }
      conflicts += 1;
      entry = await refresh(decider, stream);
      isFresh = true;
    }
  };

  const handleAll: CommandHandler['handleAll'] = (decider, stream, commands, prior) =>
    locked(stream, async () => {
      const outcomes = [];
      for (let from = 0; from < commands.length; from += COMMANDS_AT_ONCE) {
        const batch = commands.slice(from, from + COMMANDS_AT_ONCE);
        outcomes.push(...(await handleBatch(decider, stream, batch, prior)));
      }
      return outcomes;
    });

  return {
    handleAll,
    handle: async (decider, stream, command, context, prior) => {
      const [outcome] = await handleAll(decider, stream, [{ command, context }], prior);
      if (outcome?.kind === 'done') return outcome;
      throw outcome?.refusal ?? new Error('a command without an outcome');
    },
    load: (decider, stream) => refresh(decider, stream),
    exists: async (stream) =>
      get(stream) !== undefined || (await store.readStream(stream, { limit: 1 })).length > 0,
  };
};
