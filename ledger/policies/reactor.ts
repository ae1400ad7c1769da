import pLimit from 'p-limit';
import type { AddressedCommand } from '#/domain/deciders.ts';
import type { Moment, Policy } from '#/domain/policies/policy.ts';
import type { Machine } from '#/domain/ports/machine.ts';
import type { Ports, Reaction } from '#/domain/workflows/reaction.ts';
import type { Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { Dispatch, Dispatcher } from '#/ledger/dispatch.ts';
import { AppendError, LogRewound, type EventStore } from '#/ledger/event-store.ts';
import { inContextOf } from '#/ledger/handle-command.ts';

/** What policies and reactions need to act on the log. */
export interface ReactorDependencies {
  readonly store: EventStore;
  readonly dispatch: Dispatcher;
  readonly checkpoints: Checkpoints;
  readonly ports: Ports;
  readonly policies: readonly Policy[];
  readonly reactions: readonly Reaction[];
  readonly machine: Machine;
  /** Called with failures that an operator must look at. */
  readonly onFailure: (failure: { readonly policy: string; readonly error: unknown }) => void;
}

/** The commands that a policy or reaction returned for an event, or the error it threw. */
type Answer = { readonly policy: string; readonly event: RecordedEvent } & (
  | { readonly dispatches: readonly Dispatch[] }
  | { readonly error: unknown }
);

const CONCURRENT_REACTIONS = 32;

const dispatchesOf = (
  policy: string,
  { id, position, meta: { platform, correlation } }: RecordedEvent,
  addressed: readonly AddressedCommand[],
): readonly Dispatch[] => {
  const commandId = (_command: AddressedCommand, ordinal: number) =>
    derivedId('policy', policy, id, String(ordinal));
  const cause = { platform, actor: `policy:${policy}`, correlation, commandId, since: position };
  return inContextOf(cause, addressed);
};

const failureText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Append failures that no retry can fix. */
const LASTING: ReadonlySet<string> = new Set(['too-large', 'cut']);

/** Whether a retry may succeed: the store or database is unavailable, or an append met a conflict or has an unknown outcome. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppendError ? !LASTING.has(error.failure.kind) : isDatabaseAway(error);

/** Whether the log has lost its newest events since it was read, so that no retry with what was read can succeed. */
export const isRewound = (error: unknown): boolean => error instanceof LogRewound;

/**
 * Records the answer to a call. The recording is retried, the call never. If the answer is lost nevertheless, the provider is asked
 * for it later.
 */
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
 * Runs every policy and every reaction on each event of the log, at least once. The commands of policies to one aggregate keep the
 * order of the events that led to them. An event for which a policy, a reaction or an aggregate fails is reported, parked and
 * retried every minute; it is never skipped silently, and it does not block other events.
 */
export const createReactor = (dependencies: ReactorDependencies) => {
  const { dispatch, checkpoints, ports, policies, reactions, onFailure, machine } = dependencies;

  const park = async (policy: string, event: RecordedEvent, error: unknown): Promise<void> => {
    onFailure({ policy, error });
    const { position, stream, revision } = event;
    const parked = { policy, position, stream, revision, failure: failureText(error) };
    await checkpoints.park(parked, event);
  };

  const runPolicy = (policy: Policy, event: RecordedEvent, at: Moment): Answer => {
    const { name } = policy;
    try {
      const addressed = policy.react(event, at);
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

  const runReaction = async (
    reaction: Reaction,
    event: RecordedEvent,
  ): Promise<Answer | undefined> => {
    const { name } = reaction;
    try {
      const addressed = await reaction.react(event, ports);
      return addressed && { policy: name, event, dispatches: dispatchesOf(name, event, addressed) };
    } catch (error) {
      if (isPassing(error)) throw error;
      return { policy: name, event, error };
    }
  };

  return {
    decide: async (events: readonly RecordedEvent[]) => {
      const at = { now: ports.now(), epoch: await ports.epoch() };
      await carryOut(events.flatMap((event) => policies.map((each) => runPolicy(each, event, at))));
    },

    /** Runs reactions concurrently, up to a limit: they call providers, which are slow, and do not depend on one another. */
    call: async (events: readonly RecordedEvent[], signal: AbortSignal) => {
      const pending = events.flatMap((event) => reactions.map((reaction) => ({ reaction, event })));
      const limit = pLimit(CONCURRENT_REACTIONS);
      const calls = pending.map(({ reaction, event }) =>
        limit(async () => {
          const answer = await runReaction(reaction, event);
          if (answer) await untilRecorded(() => carryOut([answer]), signal, machine);
        }),
      );
      // Waits for all calls, so that none is still running when the batch is retried.
      const failed = (await Promise.allSettled(calls)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  };
};
