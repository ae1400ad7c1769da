import type { Timers } from '#/domain/ports/machine.ts';
import { repeat } from '#/ledger/concurrency/repeat.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** Half of the second within which a loss of rights takes effect; the other half is for the check. */
const RECHECK_MS = 500;

/** A live socket, or an export under way. */
interface RecheckedConnection {
  /** Ends what the caller may no longer read. @throws when the rights cannot be read now */
  readonly recheck: () => Promise<void>;
}

export interface Rechecks {
  /** @returns a function that ends the checks */
  readonly add: (connection: RecheckedConnection) => () => void;
  readonly stop: () => void;
}

/**
 * Checks the access of all connections twice a second.
 * @param onFailure gets the first of a series of failures
 */
export const startRechecks = (
  onFailure: (error: unknown) => void,
  everyMs = RECHECK_MS,
  timers: Timers = thisMachine,
): Rechecks => {
  const connections = new Set<RecheckedConnection>();
  const underWay = new Set<RecheckedConnection>();
  const failing = new Set<RecheckedConnection>();

  const check = async (connection: RecheckedConnection): Promise<void> => {
    underWay.add(connection);
    try {
      await connection.recheck();
      failing.delete(connection);
    } catch (error) {
      // A closed connection has nothing left to check.
      if (connections.has(connection)) {
        if (failing.size === 0) onFailure(error);
        failing.add(connection);
      }
    }
    underWay.delete(connection);
  };

  // All checks begin in one turn of the event loop, so that they share queries.
  const checkAll = (): void => {
    for (const each of connections) if (!underWay.has(each)) void check(each);
  };
  // Runs only while there are connections: a timer would keep an idle process alive.
  let end: (() => void) | undefined;
  const stop = (): void => {
    end?.();
    end = undefined;
  };

  return {
    add: (connection) => {
      connections.add(connection);
      end ??= repeat(everyMs, checkAll, timers);
      return () => {
        connections.delete(connection);
        failing.delete(connection);
        if (connections.size === 0) stop();
      };
    },
    stop,
  };
};
