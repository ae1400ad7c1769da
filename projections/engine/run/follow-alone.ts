import { backOff } from '#/ledger/concurrency/backoff.ts';
import type { Machine } from '#/domain/ports/machine.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { waitUntilTermEnds } from '#/ledger/leases/leases.ts';
import { Fenced } from './generation.ts';
import type { Group } from './group.ts';
import type { LiveModel } from './live-model.ts';
import type { LiveModels } from './live-models.ts';
import { pauseBetweenCommits } from './pace.ts';
import { decodeBatch, LARGEST_BATCH } from './read-batch.ts';

interface FollowAloneDependencies {
  readonly store: EventStore;
  readonly machine: Machine;
  readonly models: LiveModels;
  readonly group: Group;
  readonly signal: AbortSignal;
  readonly onProblem: (name: string, error: unknown) => void;
}

/**
 * Follows the log for one read model, until it can join the group of those that follow the log together. Ends earlier if the model is
 * parked (no more events are applied) or gets another generation, or if `signal` aborts.
 * @throws Fenced, and errors of the connection
 */
const catchUp = async (
  model: LiveModel,
  { store, machine, models, group, signal }: FollowAloneDependencies,
): Promise<void> => {
  const { generation } = model;
  const { position } = generation;
  const after = position === '' ? {} : { after: position };
  for await (const message of store.subscribe({
    ...after,
    maximumBatch: LARGEST_BATCH,
    signal,
  })) {
    if (message.kind === 'caught-up') continue;
    const { events, upTo, unreadable } = decodeBatch(message);
    if (upTo !== undefined) {
      const { topics, poison } = await generation.apply(events, upTo);
      if (generation !== model.generation) return;
      models.publishCommit(model, topics);
      if (poison !== undefined) await models.degrade(model, poison);
    }
    if (unreadable !== undefined) await models.degrade(model, unreadable.error);
    if (signal.aborted || model.parked !== undefined || group.canJoin(model)) return;
    if (events.length < LARGEST_BATCH) await pauseBetweenCommits(signal, machine);
  }
  // The log is closed, and has nothing more to read.
  await waitUntilTermEnds(signal);
};

/** Follows the log for one read model until it joins the group or is parked. Tries again after failures. @throws Fenced */
export const followAlone = async (
  model: LiveModel,
  dependencies: FollowAloneDependencies,
): Promise<void> => {
  const { group, machine, signal, onProblem } = dependencies;
  let failures = 0;
  while (!signal.aborted && model.parked === undefined && !group.join(model)) {
    try {
      await catchUp(model, dependencies);
      failures = 0;
    } catch (error) {
      if (error instanceof Fenced) throw error;
      onProblem(model.name, error);
      await backOff(failures, { signal, machine });
      failures += 1;
    }
  }
};
