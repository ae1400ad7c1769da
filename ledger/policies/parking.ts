import type { Timestamp } from '#/domain/values/time.ts';
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

interface ParkingDependencies {
  readonly store: Pick<EventStore, 'rewinds'>;
  readonly checkpoints: Checkpoints;
  readonly ports: Pick<Ports, 'now'>;
  readonly onFailure: (failure: { readonly policy: string; readonly error: unknown }) => void;
}

/** Characters. A record may not be longer than EventStoreDB takes: work that cannot be parked would hold up all other work. */
const LONGEST_FAILURE = 2_000;

const failureText = (error: unknown): string => {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, LONGEST_FAILURE).toWellFormed();
};

const parkedOf = (
  work: Work,
  { error, queue }: { readonly error: unknown; readonly queue: string | undefined },
  since: Timestamp,
): Parked => ({
  ...work,
  failure: failureText(error),
  since,
  ...(queue !== undefined && { holds: queue }),
});

/** Keeps in memory which queues are held, so that `isHeld` need not ask the store. */
export const createParking = ({ store, checkpoints, ports, onFailure }: ParkingDependencies) => {
  const held = new Set<string>();
  const inTurn = createKeyedLock();
  let loaded: { readonly rewinds: number; readonly done: Promise<void> } | undefined;

  const listParked = async (): Promise<readonly Parked[]> => {
    const parked = await checkpoints.listParked();
    for (const queue of listHeld(parked)) held.add(queue);
    return parked;
  };

  const parkNow = async (work: Work, { error, queue, event }: Parking): Promise<void> => {
    onFailure({ policy: work.policy, error });
    await checkpoints.park(parkedOf(work, { error, queue }, ports.now()), event);
    if (queue !== undefined) held.add(queue);
  };

  const unpark = async (parked: readonly ParkedName[], rewinds: number): Promise<void> => {
    for (const each of parked) await checkpoints.unpark(each, rewinds);
  };

  /** Parks the first work of a queue that nothing holds, so that the queue is retried and no later work overtakes it. */
  const hold = async (queue: string): Promise<void> => {
    const [first] = await checkpoints.listQueued(queue, 1);
    // Asked after the queue is read, because work that fails again is parked before it is taken off the queue.
    if (listHeld(await checkpoints.listParked()).includes(queue)) held.add(queue);
    else if (first)
      await parkNow(first, { error: new Error('it waited, and nothing held its queue'), queue });
    else held.delete(queue);
  };

  /** Holds each queue that has work and no hold: a process may have died between two writes. */
  const holdAll = async (): Promise<void> => {
    // Asks the store and does not trust `held`, because the store may have lost its newest writes.
    const stored = new Set(listHeld(await listParked()));
    const others = (await checkpoints.listQueues()).filter((queue) => !stored.has(queue));
    for (const queue of others) await inTurn(queue, () => hold(queue));
  };

  return {
    /**
     * Returns all parked work. A queue that is held only in this process's memory is held again in the store, because no retry would find
     * it: the end of its hold got no answer, or another process wrote that end late and died.
     */
    list: async (): Promise<readonly Parked[]> => {
      const parked = await listParked();
      const stored = new Set(listHeld(parked));
      const others = [...held].filter((queue) => !stored.has(queue));
      if (others.length === 0) return parked;
      for (const queue of others) await inTurn(queue, () => hold(queue));
      return listParked();
    },
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
    /** Takes turns with `release`, which would otherwise forget the hold. */
    park: (work: Work, parking: Parking): Promise<void> =>
      parking.queue === undefined
        ? parkNow(work, parking)
        : inTurn(parking.queue, () => parkNow(work, parking)),
    /** @param rewinds the store's `rewinds` before the work was done @throws LogRewound when the log has lost events since */
    unpark,
    /** Lets work wait at the end of a queue. @param last the last event of the work */
    wait: (queue: string, works: readonly Work[], last: EventRead): Promise<void> =>
      inTurn(queue, async () => {
        const isHeld = await checkpoints.enqueue(queue, works, last);
        if (isHeld) held.add(queue);
        else await hold(queue);
      }),
    /**
     * Ends the hold of a queue, if no work waits in it and no other work holds it. Takes turns with `wait`, so that no later work
     * overtakes waiting work.
     * @param done the failed work that held the queue
     * @param rewinds as for `unpark`
     * @returns false when work still waits: the queue stays held
     */
    release: (queue: string, done: readonly ParkedName[], rewinds: number): Promise<boolean> =>
      inTurn(queue, async () => {
        if ((await checkpoints.listQueued(queue, 1)).length > 0) return false;
        await unpark(done, rewinds);
        // Another process may have added work because the queue was still held, or may hold it by other work.
        await hold(queue);
        return true;
      }),
  };
};

export type ParkedWork = ReturnType<typeof createParking>;
