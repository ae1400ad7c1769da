import type { Ports } from '#/domain/workflows/reaction.ts';
import {
  listHeld,
  type Checkpoints,
  type EventRead,
  type Parked,
  type ParkedName,
  type Work,
} from '#/ledger/checkpoints/checkpoints.ts';
import { createKeyedLock } from '#/ledger/concurrency/keyed-lock.ts';
import type { EventStore } from '#/ledger/event-store.ts';

interface Parking {
  readonly error: unknown;
  /** The queue that the work holds from now on. */
  readonly queue?: string;
  readonly event?: EventRead;
}

const failureText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Keeps in memory which queues are held, so that `isHeld` need not ask the store. */
export const createParking = (dependencies: {
  readonly store: Pick<EventStore, 'rewinds'>;
  readonly checkpoints: Checkpoints;
  readonly ports: Pick<Ports, 'now'>;
  readonly onFailure: (failure: { readonly policy: string; readonly error: unknown }) => void;
}) => {
  const { store, checkpoints, ports, onFailure } = dependencies;
  const held = new Set<string>();
  const inTurn = createKeyedLock();
  let loaded: { readonly rewinds: number; readonly done: Promise<void> } | undefined;

  const list = async (): Promise<readonly Parked[]> => {
    const parked = await checkpoints.listParked();
    for (const queue of listHeld(parked)) held.add(queue);
    return parked;
  };

  const park = async (work: Work, { error, queue, event }: Parking): Promise<void> => {
    onFailure({ policy: work.policy, error });
    const holds = queue !== undefined && { holds: queue };
    const parked = { ...work, failure: failureText(error), since: ports.now(), ...holds };
    await checkpoints.park(parked, event);
    if (queue !== undefined) held.add(queue);
  };

  const unpark = async (those: readonly ParkedName[]): Promise<void> => {
    for (const each of those) await checkpoints.unpark(each);
  };

  /** Parks the first work of a queue, so that the queue is retried and no later work overtakes it. */
  const hold = async (queue: string, first: Work): Promise<void> =>
    park(first, { error: new Error('it waited, and nothing held its queue'), queue });

  /** Holds each queue that has work and no hold: a process may have died between two writes. */
  const holdAll = async (): Promise<void> => {
    // Asks the store and does not trust `held`, because the store may have lost its newest writes.
    const stored = new Set(listHeld(await list()));
    const others = (await checkpoints.listQueues()).filter((queue) => !stored.has(queue));
    for (const queue of others) {
      await inTurn(queue, async () => {
        const [first] = await checkpoints.listQueued(queue, 1);
        if (first) await hold(queue, first);
      });
    }
  };

  return {
    list,
    /** Holds each queue that has work. Call it before the first event is processed. */
    load: async (): Promise<void> => {
      const rewinds = store.rewinds();
      if (loaded?.rewinds !== rewinds) loaded = { rewinds, done: holdAll() };
      const { done } = loaded;
      try {
        await done;
      } catch (error) {
        if (loaded?.done === done) loaded = undefined;
        throw error;
      }
    },
    isHeld: (queue: string): boolean => held.has(queue),
    park,
    unpark,
    /** Lets work wait at the end of a queue. @param last the last event of the work */
    wait: (queue: string, works: readonly Work[], last: EventRead): Promise<void> =>
      inTurn(queue, async () => {
        const [first] = works;
        const isHeld = await checkpoints.enqueue(queue, works, last);
        if (!isHeld && first) await hold(queue, first);
      }),
    /**
     * Ends the hold of a queue, if no work waits in it. Takes turns with `wait`, so that no later work overtakes waiting work.
     * @param done the failed work that held the queue
     * @returns false when work still waits: the queue stays held
     */
    release: (queue: string, done: readonly ParkedName[]): Promise<boolean> =>
      inTurn(queue, async () => {
        if ((await checkpoints.listQueued(queue, 1)).length > 0) return false;
        await unpark(done);
        // Another process may have added work because the queue was still held.
        const [late] = await checkpoints.listQueued(queue, 1);
        if (late) await hold(queue, late);
        else held.delete(queue);
        return true;
      }),
  };
};

export type ParkedWork = ReturnType<typeof createParking>;
