import pLimit from 'p-limit';
import type { Policy } from '#/domain/policies/policy.ts';
import type { Machine } from '#/domain/ports/machine.ts';
import type { Ports, Reaction } from '#/domain/workflows/reaction.ts';
import type { Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { isPassing } from '#/ledger/database/database-away.ts';
import type { Dispatcher } from '#/ledger/dispatch.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import {
  isRewound,
  decisionTimeOf,
  runPolicy,
  runReaction,
  workOf,
  type Failed,
  type Ready,
} from './policy-result.ts';
import type { ParkedWork } from './parking.ts';
import { policiesOn, reactionsOn } from './queues.ts';
import { Waiting, type Sending } from './sending.ts';

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

export interface Reacting extends ReactorDependencies {
  readonly parking: ParkedWork;
  readonly sending: Sending;
}

/** How events were read. */
export interface Read {
  /** The store's `rewinds` at the read. */
  readonly rewinds: number;
  readonly signal: AbortSignal;
}

const CONCURRENT_REACTIONS = 32;

/**
 * Records a provider's answer. Repeats only the record after a passing error, because the call to the provider must not be repeated.
 * @throws an error that does not pass; any error once the signal has aborted or the log has lost its newest events
 */
export const untilRecorded = async <Recorded>(
  record: () => Promise<Recorded>,
  signal: AbortSignal,
  machine: Machine,
): Promise<Recorded> => {
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
 * A policy turns events into commands; a reaction calls providers. Runs every policy on each event, and each reaction on its events: at
 * least once, and in order within a stream.
 *
 * Work that fails is reported and retried; later work of its queue waits for it, unless a command was refused. Each stream has a queue for
 * policies and one for reactions.
 */
export const createReactor = (reacting: Reacting) => {
  const { ports, policies, reactions, machine, parking, sending } = reacting;

  const decide = async (events: readonly RecordedEvent[], { rewinds }: Read): Promise<void> => {
    const at = await decisionTimeOf(ports);
    const ready: Ready[] = [];
    const failed: Failed[] = [];
    const waiting = new Waiting();
    const stoppedQueues = new Set<string>();
    for (const event of events) {
      const queue = policiesOn(event.stream);
      const isHeld = stoppedQueues.has(queue) || parking.isHeld(queue);
      for (const policy of policies) {
        const answer = runPolicy(policy, event, { at, rewinds });
        if ('error' in answer) {
          stoppedQueues.add(queue);
          if (isHeld) waiting.add(queue, answer);
          else failed.push(answer);
        } else if (answer.dispatches.length > 0) {
          if (isHeld) waiting.add(queue, answer);
          else ready.push(answer);
        }
      }
    }
    // Sent before anything is parked: if the log is away, this throws, and the batch is decided again. Work parked before would make it
    // wait.
    await sending.send(ready);
    for (const answer of failed) {
      const { error, event } = answer;
      await parking.park(workOf(answer), { error, queue: policiesOn(event.stream), event });
    }
    await waiting.store(parking);
  };

  const callInTurn = async (
    queue: string,
    events: readonly RecordedEvent[],
    signal: AbortSignal,
  ): Promise<void> => {
    for (const event of events) {
      for (const reaction of reactions) {
        if (!reaction.isFor(event)) continue;
        if (parking.isHeld(queue)) {
          await parking.wait(queue, [workOf({ policy: reaction.name, event })], event);
          continue;
        }
        const answer = await runReaction(reaction, event, ports);
        if (answer) await untilRecorded(() => sending.record(answer), signal, machine);
      }
    }
  };

  return {
    decide,

    /** Runs reactions concurrently for different streams, up to a limit, because they call slow providers. */
    call: async (events: readonly RecordedEvent[], { signal }: Read): Promise<void> => {
      const limit = pLimit(CONCURRENT_REACTIONS);
      const queues = Map.groupBy(events, ({ stream }) => reactionsOn(stream));
      const calls = [...queues].map(([queue, ofStream]) =>
        limit(() => callInTurn(queue, ofStream, signal)),
      );
      // Waits for all calls, so that none is still running when the batch is retried.
      const failed = (await Promise.allSettled(calls)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  };
};
