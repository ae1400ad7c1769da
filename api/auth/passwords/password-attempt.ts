import type { Request, Response } from 'express';
import type { Services } from '#/api/composition/api-services.ts';
import { clientAddress } from '#/api/http/client-address.ts';
import { Rejected } from '#/api/http/problem.ts';
import { remainingMs } from '#/api/http/request-deadline.ts';
import type { AccessAction } from '#/domain/access/commands.ts';
import type { Membership } from '#/api/auth/memberships.ts';
import type { EndedSession } from '#/api/auth/session-end/ended-sessions.ts';
import { browserNamesOf } from '#/api/auth/open-sessions.ts';

/**
 * Time that an attempt needs for its queries once it leaves the queue, in milliseconds. With less of its deadline left, it is refused as
 * busy.
 */
const LEAST_MS = 1_000;

/** A call about a session. */
export interface SessionCall {
  readonly request: Request;
  readonly response: Response;
  readonly services: Services;
  /** Whether the call has left the queue for the hash. Decides between `session/busy` and `session/unavailable`. */
  readonly progress: { hasTurn: boolean };
}

export interface PasswordAttempt {
  /** Number of this attempt since the last success or long pause. */
  readonly tries: number;
  readonly isKnownDevice: boolean;
  /** Ends a successful attempt. @returns how many attempts were counted before it */
  readonly succeed: () => Promise<number>;
  /** Takes the attempt back, as when a code is still needed; earlier failures still count. */
  readonly undo: () => Promise<void>;
}

export const createBusyRejection = (): Rejected =>
  new Rejected('session/busy', { headers: { 'Retry-After': '5' } });

/**
 * Returns a function that records an outcome after the response, so that the response's time does not show whether the account exists. It
 * records for one membership, or for all those of an e-mail; for no one if `of` is undefined.
 */
export const recordOutcome = ({ request, response, services }: SessionCall) => {
  const { trail, sessions, proxies } = services;
  // Read before the response, because a closed socket has no address.
  const address = clientAddress(request, proxies);
  const browser = browserNamesOf(request.get('user-agent') ?? null);
  return (of: Membership | undefined | string, action: AccessAction): void => {
    const find = async () => {
      if (typeof of === 'string') return sessions.memberships.of(of.toLowerCase());
      return of === undefined ? [] : [of];
    };
    const recordAttempt = (): void => trail.recordLater(find, action, address, browser);
    if (response.closed) recordAttempt();
    else response.once('close', recordAttempt);
  };
};

/** Records how this call ended sessions. */
export const recordEnds = (
  { request, services }: SessionCall,
  ended: readonly EndedSession[],
): void => {
  const browser = browserNamesOf(request.get('user-agent') ?? null);
  services.trail.recordEnds(ended, clientAddress(request, services.proxies), browser);
};

/** Returns the command that records a failed attempt: for the first failure, and for the one after which waits begin; else undefined. */
export const failureOf = (tries: number, { backOff }: Services['sessions']) => {
  if (tries === 1) return { type: 'RecordFailure' } as const;
  if (tries !== backOff.suspendedAt) return undefined;
  return { type: 'RecordSuspension', failures: tries } as const;
};

/** Returns a signal that aborts when the client disconnects. */
const signalOf = (response: Response): AbortSignal => {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  return disconnected.signal;
};

/** Takes the same steps whether or not the account exists. @throws Rejected `rate/limited`, `session/busy` */
export const attemptPassword = <Result>(
  { request, response, services, progress }: SessionCall,
  email: string,
  compare: (attempt: PasswordAttempt) => Promise<Result>,
): Promise<Result> => {
  const { backOff, devices, hashQueue, isStillKnown } = services.sessions;
  const device = devices.read(request.headers.cookie, email);
  const by = { email, address: clientAddress(request, services.proxies) };
  backOff.of({ ...by, device: device?.id }).check();
  const priority = device === undefined ? 'stranger' : 'knownDevice';
  return hashQueue.take(priority, signalOf(response), async () => {
    if ((remainingMs() ?? Infinity) < LEAST_MS) throw createBusyRejection();
    progress.hasTurn = true;
    const isKnownDevice = device !== undefined && (await isStillKnown(email, device));
    const { begin, ...ends } = backOff.of({ ...by, device: isKnownDevice ? device.id : undefined });
    return compare({ tries: await begin(), isKnownDevice, ...ends });
  });
};
