import { Router, type Request, type Response as HttpResponse } from 'express';
import { z } from 'zod';
import { clientAddress } from '#/api/http/client-address.ts';
import { requireSameSite } from '#/api/http/cross-site.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { areaNames, type Area } from '#/api/contract/roles.ts';
import { languageOf, parseInput, Rejected } from '#/api/http/problem.ts';
import { readJson } from '#/api/http/request-body.ts';
import { remainingMs, withDeadline } from '#/api/http/request-deadline.ts';
import type { AccessAction } from '#/domain/access/commands.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import type { Membership } from './memberships.ts';
import { LONGEST_USER_AGENT } from './open-sessions.ts';
import { chooseAmong } from './person-record.ts';
import { sessionOf } from './session.ts';
import { isAuthPath, type AuthPath } from './sessions.ts';

const signInInput = z.strictObject({
  email: z.email().max(254),
  password: z.string().min(1).max(128),
  rememberMe: z.boolean().optional(),
  /** The area whose sign-in page it is: of several memberships, one of this area is chosen. */
  area: z.enum(areaNames).optional(),
});

/** Largest body, in bytes. */
const MAXIMUM_BYTES = 4_000;

/** Time reserved for a sign-in's queries besides the hash; a sign-in whose turn comes later is answered as busy. */
const LEAST_MS = 1_000;

const signOutInput = z.strictObject({
  /** Ends every session of the person, on other devices too. */
  everywhere: z.boolean().default(false),
});

/** Returns headers with the answer's cookies, as the next request would send them. */
const cookieOf = (answer: Response): Headers =>
  new Headers({
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; '),
  });

const headersOf = ({ headers }: Request): Headers => {
  const { cookie, 'user-agent': userAgent = '' } = headers;
  return new Headers({
    'content-type': 'application/json',
    'user-agent': userAgent.slice(0, LONGEST_USER_AGENT),
    ...(cookie !== undefined && { cookie }),
  });
};

/** Returns a signal that aborts when the client disconnects. */
const whileWaitedFor = (response: HttpResponse): AbortSignal => {
  const over = new AbortController();
  response.once('close', () => over.abort());
  return over.signal;
};

const sendSession = async (
  answered: Response,
  response: HttpResponse,
  { callers }: Services,
  ...cookies: readonly string[]
): Promise<void> => {
  response.append('Set-Cookie', [...answered.headers.getSetCookie(), ...cookies]);
  const caller = await callers.find(cookieOf(answered));
  response.locals.actor = caller?.actor ?? 'anonymous';
  response.set('Cache-Control', 'no-store').json(caller ? sessionOf(caller) : null);
};

/** Records the outcome after the response: writing for existing accounts only must not show in the response time. */
const recordOutcome = (
  request: Request,
  response: HttpResponse,
  { trail, sessions, proxies }: Services,
) => {
  // Read now: a closed socket has no address any more.
  const address = clientAddress(request, proxies);
  return (of: Membership | undefined | string, action: AccessAction): void => {
    const find = async () => {
      if (typeof of === 'string') return sessions.memberships.of(of.toLowerCase());
      return of === undefined ? [] : [of];
    };
    const note = (): void => trail.note(find, action, address);
    if (response.closed) note();
    else response.once('close', note);
  };
};

/**
 * State of a sign-in or sign-out: it first waits for its turn to hash, then for the database. Decides which of the two an
 * error names.
 */
interface Progress {
  hasTurn: boolean;
}

const busy = (): Rejected => new Rejected('session/busy', { headers: { 'Retry-After': '5' } });

/** Makes a new session one of what its user may come in as. @returns undefined while no record lets them in */
const comeIn = async (
  { core, sessions }: Services,
  session: Headers,
  by: { readonly email: string; readonly area: Area | undefined },
): Promise<Membership | undefined> => {
  const all = await sessions.memberships.of(by.email.toLowerCase());
  const chosen = await chooseAmong(core, all, by.area);
  if (chosen) await sessions.memberships.choose(session, chosen);
  return chosen;
};

/**
 * Signs in. Known and unknown accounts pass the same steps, with the same texts, codes and duration: back-off, queue, one
 * hash.
 * @throws Rejected
 */
const signIn = async (
  request: Request,
  response: HttpResponse,
  services: Services,
  progress: Progress,
): Promise<void> => {
  const { backOff, devices, turns, answer, find, hasFormerPassword } = services.sessions;
  const input = parseInput(signInInput, request.body ?? {}, languageOf(request));
  const { email, area, ...credentials } = input;
  const shown = devices.read(request.headers.cookie, email);
  const by = { email, address: clientAddress(request, services.proxies) };
  backOff.of({ ...by, device: shown?.id }).check();
  const trace = recordOutcome(request, response, services);
  const lane = shown === undefined ? 'stranger' : 'knownDevice';
  const answered = await turns.take(lane, whileWaitedFor(response), async () => {
    if ((remainingMs() ?? Infinity) < LEAST_MS) throw busy();
    progress.hasTurn = true;
    const isKnown = shown !== undefined && !(await hasFormerPassword(email, shown));
    const attempt = backOff.of({ ...by, device: isKnown ? shown.id : undefined });
    const tries = await attempt.begin();
    const headers = headersOf(request);
    const replaced = await find(headers, 'watches');
    const given = await answer('/api/auth/sign-in/email', headers, { email, ...credentials });
    if (given.ok) {
      const failures = await attempt.succeed();
      trace(replaced?.membership, { type: 'RecordSignOut', cause: 'REPLACED' });
      const chosen = await comeIn(services, cookieOf(given), { email, area });
      trace(chosen ?? email, { type: 'RecordSignIn', failures, isKnownDevice: isKnown });
    } else if (tries === 1) trace(email, { type: 'RecordFailure' });
    else if (tries === backOff.suspendedAt)
      trace(email, { type: 'RecordSuspension', failures: tries });
    return given;
  });
  if (!answered.ok) throw new Rejected('session/invalid-credentials');
  await sendSession(answered, response, services, devices.issue(email));
};

const signOut = async (
  request: Request,
  response: HttpResponse,
  services: Services,
): Promise<void> => {
  const { sessions } = services;
  const { everywhere } = parseInput(signOutInput, request.body ?? {}, languageOf(request));
  const headers = headersOf(request);
  const trace = recordOutcome(request, response, services);
  const session = await sessions.find(headers, 'watches');
  if (everywhere) {
    if (session === undefined) throw new Rejected('session/required');
    await sessions.endAll(session);
  }
  const answered = await sessions.answer('/api/auth/sign-out', headers, {});
  if (session) {
    const cause = everywhere ? 'EVERYWHERE' : 'ASKED';
    trace(session.membership, { type: 'RecordSignOut', cause });
  }
  await sendSession(answered, response, services);
};

const isGivenUp = (error: unknown): boolean =>
  error instanceof Rejected && error.code === 'service/unavailable';

/** Reports an unavailable sign-in database with an error of its own, or `session/busy` before the turn came. */
const orUnavailable = async (work: (progress: Progress) => Promise<void>): Promise<void> => {
  const progress = { hasTurn: false };
  try {
    await withDeadline(() => work(progress));
  } catch (error) {
    if (!isGivenUp(error) && !isDatabaseAway(error)) throw error;
    throw progress.hasTurn
      ? new Rejected('session/unavailable', { headers: { 'Retry-After': '5' } })
      : busy();
  }
};

const answerTo = (
  path: AuthPath,
  request: Request,
  response: HttpResponse,
  services: Services,
): Promise<void> =>
  orUnavailable((progress) => {
    if (path === '/api/auth/sign-in/email') return signIn(request, response, services, progress);
    progress.hasTurn = true;
    return signOut(request, response, services);
  });

const countOutcome = (response: HttpResponse, { metrics }: Services): void => {
  response.once('close', () => {
    const { writableFinished: isSent, locals } = response;
    metrics.signIns.inc({ outcome: isSent ? String(locals.outcome ?? 'ok') : 'aborted' });
  });
};

/**
 * `POST /api/auth/sign-in/email {email, password}` and `POST /api/auth/sign-out {everywhere?}`: better-auth's calls, answered
 * with `session.get`'s output and our problem documents. The token stays in its HttpOnly cookie.
 */
export const signInRoutes = (services: Services): Router => {
  const router = Router();
  router.use('/api/auth', async (request, response, next) => {
    const path = `${request.baseUrl}${request.path}`;
    if (!isAuthPath(path)) return next();
    response.locals.route = path === '/api/auth/sign-out' ? 'sign-out' : 'sign-in';
    if (request.method !== 'POST') {
      throw new Rejected('request/method-not-allowed', { headers: { Allow: 'POST' } });
    }
    requireSameSite(request, services.publicUrl);
    request.body = await readJson(request, MAXIMUM_BYTES);
    if (path === '/api/auth/sign-in/email') countOutcome(response, services);
    await answerTo(path, request, response, services);
  });
  return router;
};
