import type { Reaction } from '#/domain/workflows/reaction.ts';
import type { Work } from '#/ledger/checkpoints/checkpoints.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import { isPassing } from '#/ledger/database/database-away.ts';
import { decisionTimeOf, runPolicy, runReaction, type Ready } from './policy-result.ts';
import { commandsTo, isOfCommands, isOfReactions, policiesOn, reactionsOn } from './queues.ts';
import { untilRecorded, type Reacting } from './reactor.ts';

interface Obstacle {
  readonly error: unknown;
}

const isSameWork = (one: Work, other: Work): boolean =>
  one.position === other.position && one.policy === other.policy;

const makeLostEventError = ({ stream, revision }: Work): Error =>
  new Error(`the log has lost event ${revision} of ${stream}, so nothing is left to do about it`);

/**
 * Reads the event of this work. If the log has lost the event, reports that, because no list shows the work afterwards.
 * @throws errors that may pass
 */
const findEvent = async (
  { store, onFailure }: Reacting,
  work: Work,
): Promise<RecordedEvent | 'lost' | Obstacle> => {
  try {
    const [recorded] = await store.readStream(work.stream, { from: work.revision, limit: 1 });
    if (recorded?.position === work.position) return decode(recorded);
    onFailure({ policy: work.policy, error: makeLostEventError(work) });
    return 'lost';
  } catch (error) {
    if (isPassing(error)) throw error;
    return { error };
  }
};

const makeUnknownObstacle = ({ policy }: Work): Obstacle => ({
  error: new Error(`this release has nothing that is called ${policy}`),
});

const redoPolicies = (reacting: Reacting) => {
  const { store, ports, policies, parking, sending } = reacting;
  const policyOf = ({ policy }: Work) => policies.find(({ name }) => name === policy);

  const runAgain = async (works: readonly Work[]) => {
    const rewinds = store.rewinds();
    const at = await decisionTimeOf(ports);
    const events = await Promise.all(works.map((work) => findEvent(reacting, work)));
    const ready: Ready[] = [];
    for (const [nth, work] of works.entries()) {
      const event = events[nth];
      if (event === undefined || event === 'lost') continue;
      const policy = policyOf(work);
      if ('error' in event || !policy) {
        const { error } = 'error' in event ? event : makeUnknownObstacle(work);
        return { ready, failed: { nth, error } };
      }
      const answer = runPolicy(policy, event, { at, rewinds });
      if ('error' in answer) return { ready, failed: { nth, error: answer.error } };
      ready.push(answer);
    }
    return { ready, failed: undefined };
  };

  const send = async (queue: string, works: readonly Work[], ready: readonly Ready[]) => {
    if (!isOfCommands(queue)) {
      await sending.send(ready);
      return undefined;
    }
    const failed = await sending.sendQueued(queue, ready);
    if (!failed) return undefined;
    const { policy, event, error } = failed;
    return { nth: works.findIndex((work) => isSameWork(work, { ...event, policy })), error };
  };

  return {
    redoQueued: async (queue: string, works: readonly Work[]): Promise<number> => {
      const { ready, failed: notRun } = await runAgain(works);
      const failed = (await send(queue, works, ready)) ?? notRun;
      const work = failed && works[failed.nth];
      if (!failed || !work) return works.length;
      await parking.park(work, { error: failed.error, queue });
      return failed.nth;
    },

    redoRefused: async (work: Work, event: RecordedEvent, rewinds: number): Promise<boolean> => {
      const policy = policyOf(work);
      if (!policy) return false;
      const answer = runPolicy(policy, event, { at: await decisionTimeOf(ports), rewinds });
      if ('error' in answer) {
        await parking.park(work, { error: answer.error, queue: policiesOn(event.stream) });
        return true;
      }
      const isHeld = answer.dispatches.some(({ command }) => parking.isHeld(commandsTo(command)));
      return !isHeld && (await sending.send([answer])).length === 0;
    },
  };
};

const redoReactions = (reacting: Reacting, signal: AbortSignal) => {
  const { ports, reactions, machine, parking, sending } = reacting;
  const reactionOf = ({ policy }: Work) => reactions.find(({ name }) => name === policy);

  const react = async (reaction: Reaction, event: RecordedEvent) => {
    const answer = await runReaction(reaction, event, ports);
    if (answer === undefined) return 'recorded';
    return untilRecorded(() => sending.record(answer), signal, machine);
  };

  return {
    reactionOf,
    redoQueued: async (queue: string, works: readonly Work[]): Promise<number> => {
      for (const [nth, work] of works.entries()) {
        const event = await findEvent(reacting, work);
        if (event === 'lost') continue;
        const reaction = reactionOf(work);
        if ('error' in event || !reaction) {
          const { error } = 'error' in event ? event : makeUnknownObstacle(work);
          await parking.park(work, { error, queue });
          return nth;
        }
        if ((await react(reaction, event)) === 'failed') return nth;
      }
      return works.length;
    },

    redoRefused: async (reaction: Reaction, event: RecordedEvent): Promise<boolean> =>
      !parking.isHeld(reactionsOn(event.stream)) && (await react(reaction, event)) !== 'refused',
  };
};

/** @throws errors after which a retry may succeed */
export const createRedo = (reacting: Reacting, signal: AbortSignal) => {
  const ofPolicies = redoPolicies(reacting);
  const ofReactions = redoReactions(reacting, signal);
  return {
    /** Does the work of one queue again, up to the first that fails. @returns how many are done */
    redo: (queue: string, works: readonly Work[]): Promise<number> =>
      (isOfReactions(queue) ? ofReactions : ofPolicies).redoQueued(queue, works),

    /** Does refused work again. @returns false when it must stay parked as refused */
    redoRefused: async (work: Work): Promise<boolean> => {
      const rewinds = reacting.store.rewinds();
      const event = await findEvent(reacting, work);
      if (event === 'lost') return true;
      if ('error' in event) return false;
      const reaction = ofReactions.reactionOf(work);
      return reaction
        ? ofReactions.redoRefused(reaction, event)
        : ofPolicies.redoRefused(work, event, rewinds);
    },
  };
};
