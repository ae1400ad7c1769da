import { fnv1a } from '#/domain/values/fnv1a.ts';
import type { SimulatedProcess } from './process.ts';

/** Milliseconds, for each way. */
const TAKES = [1, 10] as const;

/** The client's error while the database restarts. */
class DatabaseAway extends Error {
  readonly code = '57P01';

  constructor() {
    super('terminating connection due to administrator command');
  }
}

/** Connects one process to what all processes share. */
export interface Connection {
  readonly process: SimulatedProcess;
  /** Whether the next call with this label fails. */
  readonly isAway: (label: string) => boolean;
}

/**
 * Calls what processes share: the call is one step and its answer another.
 * @param about the content of the call
 * @param sent all parameters
 */
export const callShared = <Answer>(
  { process, isAway }: Connection,
  operation: string,
  { about, sent }: { readonly about: string; readonly sent: readonly unknown[] },
  call: () => Promise<Answer>,
): Promise<Answer> => {
  const effect = async (): Promise<Answer> => {
    if (isAway(`${process.name} ${operation} ${about}`)) throw new DatabaseAway();
    return call();
  };
  return process.call(operation, about, { of: TAKES, effect, sent });
};

type Call = (...parameters: readonly unknown[]) => Promise<unknown>;

const isCall = (value: unknown): value is Call => typeof value === 'function';

const aboutOf = (parameters: readonly unknown[]): string =>
  typeof parameters[0] === 'string'
    ? parameters[0]
    : fnv1a(JSON.stringify(parameters)).toString(16);

/** Turns each function of a port into a call to what processes share. @param local functions that are called directly, without a step */
export const reachRemotely = <Port extends object>(
  connection: Connection,
  name: string,
  port: Port,
  local: readonly (keyof Port & string)[] = [],
): Port => {
  const isLocal = new Set<string>(local);
  const entries = Object.entries(port).map(([method, call]: [string, unknown]) => {
    if (isLocal.has(method) || !isCall(call)) return [method, call];
    const callThere: Call = (...parameters) =>
      callShared(
        connection,
        `${name} ${method}`,
        { about: aboutOf(parameters), sent: parameters },
        () => call(...parameters),
      );
    return [method, callThere];
  });
  return Object.fromEntries(entries) as Port;
};
