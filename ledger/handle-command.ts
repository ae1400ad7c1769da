import type { Machine } from '#/domain/ports/machine.ts';
import { thisMachine } from './machine.ts';
import type { Decider } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import type { DomainEvent } from '#/domain/events.ts';
import { backOff } from './concurrency/backoff.ts';
import { encode } from './codec.ts';
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
  absentState,
  createStreamStates,
  type Loaded,
  type StreamState,
} from './states/stream-states.ts';

export interface CommandContext {
  /** Event ids derive from it; a retry with the same id is recognised. */
  readonly commandId: string;
  readonly platform: string;
  readonly actor: string;
  readonly correlation: string;
  /** Digest of the request, when its caller may retry it (`idempotency.ts`). */
  readonly request?: string;
  readonly reason?: string;
  /** Position of the event that caused the command. What follows from that event is in the log after it. */
  readonly since?: Position;
}

export interface CommandInContext<Command> {
  readonly command: Command;
  readonly context: CommandContext;
}

/** The cause of commands, and their actor. */
export interface Cause<Command> extends Omit<CommandContext, 'commandId'> {
  /**
   * Returns the same id whenever a command follows from this cause again, so that the duplicate is recognised; or a random one,
   * for what happens once.
   */
  readonly commandId: (command: Command, ordinal: number) => string;
}

/** Returns commands with their context, caused by an event, an answer of a provider or a request. */
export const inContextOf = <Command>(
  { commandId, ...context }: Cause<Command>,
  commands: readonly Command[],
): readonly CommandInContext<Command>[] =>
  commands.map((command, ordinal) => ({
    command,
    context: { ...context, commandId: commandId(command, ordinal) },
  }));

export type Outcome<Event, State> =
  | {
      readonly kind: 'done';
      readonly state: State;
      /** The new events of this command; empty when nothing was left to change. */
      readonly events: readonly Event[];
      /** Position of the stream's last event after the command; undefined only while the stream is empty. */
      readonly position: Position | undefined;
    }
  | { readonly kind: 'refused'; readonly refusal: Refused };

export type Done<Event, State> = Extract<Outcome<Event, State>, { kind: 'done' }>;

export interface CommandHandler {
  /**
   * @param loaded what `load` returned for this stream in the same request, so that it is not read again
   * @throws Refused when a business rule forbids the command, AppendError when the store cannot append
   */
  handle<Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    command: Command,
    context: CommandContext,
    loaded?: Loaded<State>,
  ): Promise<Done<Event, State>>;

  /** Runs several commands on one stream, in order, in as few appends as possible; a refusal does not affect the others. */
  handleAll<Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    commands: readonly CommandInContext<Command>[],
    loaded?: Loaded<State>,
  ): Promise<readonly Outcome<Event, State>[]>;

  /** Returns the current state, read up to the end of the stream. */
  load<Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
  ): Promise<Loaded<State>>;

  /** Returns whether the stream has events. */
  exists(stream: string): Promise<boolean>;
}

const CONFLICT_RETRIES = 10;
const AMBIGUOUS_RETRIES = 5;
const AMBIGUOUS_PAUSES = { firstMs: 50, longestMs: 1_600 };
const COMMANDS_AT_ONCE = 200;

/**
 * Repeats an append whose outcome is unknown; the store recognises ids it already has. Returns undefined when the first attempt
 * is a duplicate: another process has carried out the same command.
 */
const appendSurely = async (
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
  expected: Expected,
  machine: Machine,
): Promise<Appended | undefined> => {
  let doubt: AppendError | undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const appended = await store.append(stream, events, { expected });
      return appended.duplicate && !doubt ? undefined : appended;
    } catch (error) {
      if (!(error instanceof AppendError)) throw error;
      // A retry that was not written says nothing about the first append: its outcome is still unknown.
      if (error.failure.kind === 'unavailable') throw doubt ?? error;
      if (error.failure.kind !== 'ambiguous' || attempt >= AMBIGUOUS_RETRIES) throw error;
      doubt = error;
      await backOff(attempt, { range: AMBIGUOUS_PAUSES, machine });
    }
  }
};

const isConflict = (error: unknown): boolean =>
  error instanceof AppendError && error.failure.kind === 'wrong-expected';

interface Decided<Event, State> {
  readonly outcomes: readonly Outcome<Event, State>[];
  readonly facts: readonly {
    readonly fact: Event;
    readonly context: CommandContext;
    readonly ordinal: number;
  }[];
  readonly state: State;
}

/** Decides each command on the state that the commands before it lead to. */
const decideAll = <Command, Event extends DomainEvent, State>(
  decider: Decider<Command, Event, State>,
  entry: StreamState<State>,
  commands: readonly CommandInContext<Command>[],
): Decided<Event, State> => {
  let { state } = entry;
  const outcomes: Outcome<Event, State>[] = [];
  const facts: Decided<Event, State>['facts'][number][] = [];
  const { position } = entry;
  for (const { command, context } of commands) {
    const before = entry.requests.get(context.commandId);
    if (before !== undefined && before !== context.request) {
      outcomes.push({ kind: 'refused', refusal: new Refused('idempotency/key-reused') });
      continue;
    }
    try {
      const events = before === undefined ? decider.decide(command, state) : [];
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
  return { outcomes, facts, state };
};

const encodeAll = <Event extends DomainEvent, State>(
  stream: string,
  { facts }: Decided<Event, State>,
): readonly NewEvent[] =>
  facts.map(({ fact, context, ordinal }) => {
    const { commandId: causation, since: _, ...about } = context;
    const id = eventId(causation, ordinal);
    return encode(fact, { id, stream, meta: { ...about, causation } });
  });

/** Returns the stream's state after an append, with the request digests of the new events. */
const entryAfter = <Event, State>(
  entry: StreamState<State>,
  decided: Decided<Event, State>,
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
  };
};

const isAsNewAs = (entry: Loaded<unknown>, other: Loaded<unknown>): boolean =>
  (entry.revision ?? -1) >= (other.revision ?? -1);

/**
 * Loads, decides, appends, and retries on conflict. States are cached by stream. An append's expected revision proves that the
 * cached state was current; commands that all write nothing, or are refused, are decided again on a fresh read, unless the
 * caller read the stream for this request.
 */
export const createCommandHandler = (options: {
  readonly store: EventStore;
  /** Called with each stream that was appended to, before the command is answered. */
  readonly onAppended?: (stream: string) => void;
  readonly machine?: Machine;
}): CommandHandler => {
  const { store, onAppended, machine = thisMachine } = options;
  const locked = createKeyedLock();
  const { get, keep, refresh } = createStreamStates(store);

  const handleSome = async <Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    commands: readonly CommandInContext<Command>[],
    loaded: Loaded<State> | undefined,
  ): Promise<readonly Outcome<Event, State>[]> => {
    const isNew = loaded !== undefined && loaded.revision === undefined;
    const kept = get<State>(stream) ?? (isNew ? absentState(decider.initial) : undefined);
    let entry = kept ?? (await refresh(decider, stream));
    let isFresh = !kept || (loaded !== undefined && isAsNewAs(kept, loaded));
    for (let conflicts = 0; ;) {
      const decided = decideAll(decider, entry, commands);
      if (decided.facts.length === 0) {
        if (isFresh) return decided.outcomes;
        entry = await refresh(decider, stream);
        isFresh = true;
        continue;
      }
      const events = encodeAll(stream, decided);
      try {
        const appended = await appendSurely(
          store,
          stream,
          events,
          entry.revision ?? 'no_stream',
          machine,
        );
        if (appended !== undefined) {
          keep(stream, entryAfter(entry, decided, { appended, events }));
          onAppended?.(stream);
          const { position } = appended;
          return decided.outcomes.map((it) => (it.kind === 'done' ? { ...it, position } : it));
        }
      } catch (error) {
        if (!isConflict(error) || conflicts >= CONFLICT_RETRIES) throw error;
      }
      conflicts += 1;
      entry = await refresh(decider, stream);
      isFresh = true;
    }
  };

  const handleAll: CommandHandler['handleAll'] = (decider, stream, commands, loaded) =>
    locked(stream, async () => {
      const outcomes = [];
      for (let from = 0; from < commands.length; from += COMMANDS_AT_ONCE) {
        const some = commands.slice(from, from + COMMANDS_AT_ONCE);
        outcomes.push(...(await handleSome(decider, stream, some, loaded)));
      }
      return outcomes;
    });

  return {
    handleAll,
    handle: async (decider, stream, command, context, loaded) => {
      const [outcome] = await handleAll(decider, stream, [{ command, context }], loaded);
      if (outcome?.kind === 'done') return outcome;
      throw outcome?.refusal ?? new Error('a command without an outcome');
    },
    load: (decider, stream) => refresh(decider, stream),
    exists: async (stream) =>
      get(stream) !== undefined || (await store.readStream(stream, { limit: 1 })).length > 0,
  };
};
