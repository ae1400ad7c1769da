/** Half of the second within which a loss of rights takes effect; the other half is for the check. */
const RECHECK_MS = 500;

/** A live socket, or an export under way. */
interface RecheckedConnection {
  /** Ends what its reader may not have any more. @throws when that is not known now; the next check asks again */
  readonly recheck: () => Promise<void>;
}

export interface Rechecks {
  /** Checks a connection's access from now on. @returns a function that ends that */
  readonly add: (connection: RecheckedConnection) => () => void;
  readonly stop: () => void;
}

/**
 * Checks the access of all connections of this process twice a second. It waits for no signal that rights changed, so none can be
 * missed, and a check that failed is repeated by the next one.
 * @param onFailure gets the first failure after all checks had succeeded: without the database each one fails
 */
export const startRechecks = (
  onFailure: (error: unknown) => void,
  everyMs = RECHECK_MS,
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

  // All in one turn, so that they share their queries. A slow check delays only that of its own connection.
  const timer = setInterval(() => {
    for (const each of connections) if (!underWay.has(each)) void check(each);
  }, everyMs);
  // An open connection keeps the process running by itself.
  timer.unref();

  return {
    add: (connection) => {
      connections.add(connection);
      return () => {
        connections.delete(connection);
        failing.delete(connection);
      };
    },
    stop: () => clearInterval(timer),
  };
};
