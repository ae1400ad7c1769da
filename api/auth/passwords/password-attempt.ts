import type { Request, Response } from 'express';
import type { Services } from '#/api/composition/api-services.ts';
import { clientAddress } from '#/api/http/client-address.ts';
import { Rejected } from '#/api/http/problem.ts';
import { remainingMs } from '#/api/http/request-deadline.ts';
import type { AccessAction } from '#/domain/access/commands.ts';
import type { Membership } from '#/api/auth/memberships.ts';

/** Time reserved for the queries after the wait in the queue. An attempt whose turn comes with less time left is answered as busy. */
const LEAST_MS = 1_000;

/** A call about a session. It first waits for its turn to hash, if it needs a hash, then for the database. */
export interface SessionCall {
  readonly request: Request;
  readonly response: Response;
  readonly services: Services;
  /**
   * False until the call's turn to hash has come; a sign-out needs none and sets it at once. If the deadline passes or the database is
   * unavailable, the answer is `session/busy` while this is false, and `session/unavailable` after that.
   */
  readonly progress: { hasTurn: boolean };
}

/** An attempt whose turn to hash has come. */
export interface PasswordAttempt {
  /** Number of this attempt, as `begin` of `back-off.ts` counts it. */
  readonly tries: number;
  readonly isKnownDevice: boolean;
  /** Ends a successful attempt, and deletes the count. @returns how many attempts the count had before this one */
  readonly succeed: () => Promise<number>;
  /** Takes the attempt back without a success, as when the password was right and a code is still needed: earlier failures still count. */
  readonly undo: () => Promise<void>;
}

export const busy = (): Rejected =>
  new Rejected('session/busy', { headers: { 'Retry-After': '5' } });

/** Records the outcome after the response: writing for existing accounts only must not show in the response time. */
export const recordOutcome = ({ request, response, services }: SessionCall) => {
  const { trail, sessions, proxies } = services;
  // Read now, as a closed socket no longer has an address.
  const address = clientAddress(request, proxies);
  return (of: Membership | undefined | string, action: AccessAction): void => {
    const find = async () => {
      if (typeof of === 'string') return sessions.memberships.of(of.toLowerCase());
      return of === undefined ? [] : [of];
    };
    const recordAttempt = (): void => trail.recordLater(find, action, address);
    if (response.closed) recordAttempt();
    else response.once('close', recordAttempt);
  };
};

/**
 * Returns what to record of a failed attempt: a failure for the first attempt of the count; a suspension for the attempt after which waits
 * begin; nothing for any other attempt.
 */
export const failureOf = (tries: number, { backOff }: Services['sessions']) => {
  if (tries === 1) return { type: 'RecordFailure' } as const;
  if (tries !== backOff.suspendedAt) return undefined;
  return { type: 'RecordSuspension', failures: tries } as const;
};

/** Returns a signal that aborts when the client disconnects. */
const whileWaitedFor = (response: Response): AbortSignal => {
  const over = new AbortController();
  response.once('close', () => over.abort());
  return over.signal;
};

/**
 * Runs `compare` after the known waits were checked, the queue was passed and the attempt counted. The steps are the same for known and
 * unknown accounts.
 * @throws Rejected `rate/limited`, `session/busy`
 */
export const attemptPassword = <Result>(
  { request, response, services, progress }: SessionCall,
  email: string,
  compare: (attempt: PasswordAttempt) => Promise<Result>,
): Promise<Result> => {
  const { backOff, devices, hashQueue, isStillKnown } = services.sessions;
  const shown = devices.read(request.headers.cookie, email);
  const by = { email, address: clientAddress(request, services.proxies) };
  backOff.of({ ...by, device: shown?.id }).check();
  const priority = shown === undefined ? 'stranger' : 'knownDevice';
  return hashQueue.take(priority, whileWaitedFor(response), async () => {
    if ((remainingMs() ?? Infinity) < LEAST_MS) throw busy();
    progress.hasTurn = true;
    const isKnownDevice = shown !== undefined && (await isStillKnown(email, shown));
    const { begin, ...ends } = backOff.of({ ...by, device: isKnownDevice ? shown.id : undefined });
    return compare({ tries: await begin(), isKnownDevice, ...ends });
  });
};
