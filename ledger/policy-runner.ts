import type { Machine } from '#/domain/ports/machine.ts';
import { thisMachine } from './machine.ts';
import pLimit from 'p-limit';
import { idOf } from '#/domain/ids.ts';
import type { Addressed, AnyHappened, Moment, Policy } from '#/domain/policies/policy.ts';
import type { Ports, Reaction } from '#/domain/workflows/reaction.ts';
import { backOff } from './concurrency/backoff.ts';
import {
  NoCheckpoint,
  type Checkpoints,
  type EventRead,
  type Parked,
  type Reached,
} from './checkpoints/checkpoints.ts';
import { decode, decodeShared, type RecordedEvent } from './codec.ts';
import { derivedId } from './derived-id.ts';
import type { Dispatch, Dispatcher } from './dispatch.ts';
import { following } from './handle-command.ts';
import { isDatabaseAway } from './database/database-away.ts';
import { AppendError, LogRewound, RecordCut, type EventStore, type Position } from './event-store.ts';

export interface PolicyParts {
  readonly store: EventStore;
  readonly dispatch: Dispatcher;
  readonly checkpoints: Checkpoints;
  readonly ports: Ports;
  readonly policies: readonly Policy[];
  readonly reactions: readonly Reaction[];
  /** Pause between two retries of what is parked; a minute by default. */
  readonly retryParkedMs?: number;
  readonly machine?: Machine;
  /** Called with failures that a person must look at. */
  readonly onFailure: (failure: { readonly policy: string; readonly error: unknown }) => void;
}

type RunnerParts = PolicyParts & { readonly machine: Machine };

export interface PolicyRunner {
  /** Position up to which all policies and reactions have run; undefined before the first event. */
  position(): Position | undefined;
  /** Positions of the two readers of the log: one runs the policies, the other the reactions, which call providers. */
  positions(): ReadonlyMap<string, Position | ''>;
  stop(): Promise<void>;
}

/** The commands that a policy returned for an event, or the error it threw. */
type Answer = { readonly policy: string; readonly event: RecordedEvent } & (
  | { readonly dispatches: readonly Dispatch[] }
  | { readonly error: unknown }
);

const CONCURRENT_REACTIONS = 32;
const BATCH = 500;
const RETRY_PARKED_MS = 60_000;
/** After a crash, events since the last saved checkpoint are processed again. */
const SAVED_EVERY_MS = 250;

const dispatchesOf = (
  policy: string,
  { id, position, meta: { platform, correlation } }: RecordedEvent,
  addressed: readonly Addressed[],
): readonly Dispatch[] => {
  const commandId = (_command: Addressed, ordinal: number) =>
    derivedId('policy', policy, id, String(ordinal));
  const cause = { platform, actor: `policy:${policy}`, correlation, commandId, since: position };
  return following(cause, addressed);
};

const happened = (event: RecordedEvent): AnyHappened & RecordedEvent => ({
  ...event,
  aggregateId: idOf(event.stream),
});

const failureText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Append failures that no retry can fix. */
const LASTING: ReadonlySet<string> = new Set(['too-large', 'cut']);

/** Whether the store or the database is unavailable: the event itself may be fine, so it is retried. */
const isPassing = (error: unknown): boolean =>
  error instanceof AppendError ? !LASTING.has(error.failure.kind) : isDatabaseAway(error);

/** Whether what was read may never have happened, so that no retry with it can succeed. */
const isRewound = (error: unknown): boolean => error instanceof LogRewound;

/** A call was made, so recording its answer is retried, never the call. A lost answer is read back. */
const untilRecorded = async (
  record: () => Promise<void>,
  signal: AbortSignal,
  machine: Machine,
): Promise<void> => {
  for (let retries = 0; ; retries += 1) {
    try {
      return await record();
    } catch (error) {
      if (!isPassing(error) || isRewound(error) || signal.aborted) throw error;
      await backOff(retries, { signal, machine });
    }
  }
};

/**
 * Runs every policy over the log, in order, at least once. Commands for one aggregate keep the order of the events that
 * led to them. An event that makes a policy or an aggregate fail is reported, parked and retried every minute; it is never
 * skipped silently, and it does not block other events.
 */
const createReactor = (parts: RunnerParts) => {
  const { dispatch, checkpoints, ports, policies, reactions, onFailure, machine } = parts;

  const park = async (policy: string, event: RecordedEvent, error: unknown): Promise<void> => {
    onFailure({ policy, error });
    const { position, stream, revision } = event;
    const parked = { policy, position, stream, revision, failure: failureText(error) };
    await checkpoints.park(parked, event);
  };

  const decided = (policy: Policy, event: RecordedEvent, at: Moment): Answer => {
    const { name } = policy;
    try {
      const addressed = policy.react(happened(event), at);
      return { policy: name, event, dispatches: dispatchesOf(name, event, addressed) };
    } catch (error) {
      return { policy: name, event, error };
    }
  };

  const carryOut = async (answers: readonly Answer[]): Promise<void> => {
    const sent: { readonly answer: Answer; readonly one: Dispatch }[] = [];
    for (const answer of answers) {
      if ('error' in answer) await park(answer.policy, answer.event, answer.error);
      else sent.push(...answer.dispatches.map((one) => ({ answer, one })));
    }
    const outcomes = await dispatch(sent.map(({ one }) => one));
    for (const [index, outcome] of outcomes.entries()) {
      const answer = sent[index]?.answer;
      if (!answer || outcome.kind === 'done') continue;
      const reason = outcome.kind === 'refused' ? outcome.refusal : outcome.error;
      await park(answer.policy, answer.event, reason);
    }
  };

  const answered = async (
    reaction: Reaction,
    event: RecordedEvent,
  ): Promise<Answer | undefined> => {
    const { name } = reaction;
    try {
      const addressed = await reaction.react(happened(event), ports);
      return addressed && { policy: name, event, dispatches: dispatchesOf(name, event, addressed) };
    } catch (error) {
      if (isPassing(error)) throw error;
      return { policy: name, event, error };
    }
  };

  return {
    decide: async (events: readonly RecordedEvent[]) => {
      const at = { now: ports.now(), epoch: await ports.epoch() };
      await carryOut(events.flatMap((event) => policies.map((each) => decided(each, event, at))));
    },

    /** Runs reactions concurrently, up to a limit: they call providers, which are slow, and do not depend on one another. */
    call: async (events: readonly RecordedEvent[], signal: AbortSignal) => {
      const pending = events.flatMap((event) => reactions.map((reaction) => ({ reaction, event })));
      const limit = pLimit(CONCURRENT_REACTIONS);
      const calls = pending.map(({ reaction, event }) =>
        limit(async () => {
          const answer = await answered(reaction, event);
          if (answer) await untilRecorded(() => carryOut([answer]), signal, machine);
        }),
      );
      // All of them have ended before any is retried.
      const failed = (await Promise.allSettled(calls)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  };
};

/** Follows the log under one checkpoint and passes on each batch, retrying while the store or the database is unavailable. */
const follow = (
  name: string,
  parts: RunnerParts,
  signal: AbortSignal,
  take: (events: readonly RecordedEvent[], signal: AbortSignal) => Promise<void>,
) => {
  const { store, checkpoints, ports, onFailure, machine } = parts;
  let position: Reached | undefined;
  let savedAt = 0;

  /** @returns false when the runner was stopped first @throws what `isOver` says no retry can mend */
  const untilDone = async (
    task: () => Promise<void>,
    isOver: (error: unknown) => boolean = () => false,
  ): Promise<boolean> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await task();
        return true;
      } catch (error) {
        if (isOver(error)) throw error;
        if (!isPassing(error)) onFailure({ policy: name, error });
        await backOff(attempt, { signal, machine });
      }
    }
    return false;
  };

  const run = async (): Promise<void> => {
    position = await checkpoints.load(name);
    // From the beginning only on an empty log or an operator's word: providers would be asked again for all that was ever paid.
    if (position === undefined) throw new NoCheckpoint();
    // Before anything is recorded that asks for a call, so that an epoch which began later is one in which it may be lost.
    await ports.epoch();
    const after = position === '' ? {} : { after: position };
    const options = { ...after, maximumBatch: BATCH, signal };
    let last: EventRead | undefined;
    for await (const message of store.subscribe(options)) {
      if (message.kind === 'caught-up') continue;
      const { upTo } = message;
      const isDone = await untilDone(async () => {
        if (message.kind === 'events') await take(message.events.map(decodeShared), signal);
      }, isRewound);
      if (!isDone) break;
      position = upTo;
      if (message.kind === 'events') last = message.events.at(-1);
      if (machine.elapsedMs() - savedAt < SAVED_EVERY_MS) continue;
      await untilDone(() => checkpoints.save(name, upTo, last), isRewound);
      savedAt = machine.elapsedMs();
    }
    await checkpoints.save(name, position, last);
  };

  return { done: untilDone(run), position: () => position };
};

const nameOf = ({ policy, position }: Pick<Parked, 'policy' | 'position'>): string =>
  `${policy} ${position}`;

/** Retries parked events. One stays parked until its retry has succeeded, whatever ends this process meanwhile. */
const retryParked = async (parts: RunnerParts, signal: AbortSignal): Promise<void> => {
  const { store, checkpoints } = parts;
  const parkedAgain = new Set<string>();
  const park: Checkpoints['park'] = async (it, event) => {
    parkedAgain.add(nameOf(it));
    await checkpoints.park(it, event);
  };
  const reactor = createReactor({ ...parts, checkpoints: { ...checkpoints, park } });
  for (const parked of await checkpoints.parked()) {
    if (signal.aborted) return;
    const range = { from: parked.revision, limit: 1 };
    const recorded = await store.readStream(parked.stream, range).catch((error: unknown) => {
      // The event stays parked, and so visible; the other parked events are still retried.
      if (error instanceof RecordCut) return [];
      throw error;
    });
    if (recorded.length === 0) continue;
    const events = recorded.map(decode);
    await reactor.decide(events);
    await reactor.call(events, signal);
    if (!parkedAgain.has(nameOf(parked))) await checkpoints.unpark(parked);
  }
};

/** Retries what is parked at once, and then every minute. */
const keepRetrying = async (parts: RunnerParts, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await retryParked(parts, signal).catch((error: unknown) => {
      parts.onFailure({ policy: 'parked', error });
    });
    const pause = parts.retryParkedMs ?? RETRY_PARKED_MS;
    await parts.machine.pause(pause, signal);
  }
};

export const startPolicyRunner = ({
  machine = thisMachine,
  ...given
}: PolicyParts): PolicyRunner => {
  const parts = { ...given, machine };
  const stopping = new AbortController();
  const reactor = createReactor(parts);
  const retried = keepRetrying(parts, stopping.signal);
  const decisions = follow('policies', parts, stopping.signal, reactor.decide);
  const pending = follow('reactions', parts, stopping.signal, reactor.call);
  return {
    position: () => {
      const [decided = '', called = ''] = [decisions.position(), pending.position()];
      return (decided < called ? decided : called) || undefined;
    },
    positions: () =>
      new Map([
        ['policies', decisions.position() ?? ''],
        ['reactions', pending.position() ?? ''],
      ]),
    stop: async () => {
      stopping.abort();
      await Promise.all([retried, decisions.done, pending.done]);
    },
  };
};
