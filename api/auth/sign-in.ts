import { Router, type Request, type Response as HttpResponse } from 'express';
import { z } from 'zod';
import { requireSameSite } from '#/api/http/cross-site.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { typedCode } from '#/api/contract/person.ts';
import { areaNames, type Area } from '#/api/contract/roles.ts';
import { languageOf, parseInput, Rejected } from '#/api/http/problem.ts';
import { readJson } from '#/api/http/request-body.ts';
import { withDeadline } from '#/api/http/request-deadline.ts';
import type { AccessAction } from '#/domain/access/commands.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import type { Membership } from './memberships.ts';
import { LONGEST_USER_AGENT } from './open-sessions.ts';
import {
  attemptPassword,
  createBusyRejection,
  failureOf,
  recordEnds,
  recordOutcome,
  type PasswordAttempt,
  type SessionCall,
} from './passwords/password-attempt.ts';
import { chooseAmong } from './person-record.ts';
import { sessionOf } from './session.ts';
import { usedRecoveryCode, type CodeOutcome } from './second-factor/second-factors.ts';
import { stepUp } from './step-up.ts';

const signInInput = z.strictObject({
  email: z.email().max(254),
  password: z.string().min(1).max(128),
  rememberMe: z.boolean().optional(),
  /** Code of an authenticator app, or a recovery code. */
  code: typedCode.optional(),
  /** Area of the sign-in page, preferred among several memberships. */
  area: z.enum(areaNames).optional(),
});

interface Refusal {
  readonly attempt: PasswordAttempt;
  readonly code: CodeOutcome;
  readonly trace: (failure: AccessAction) => void;
}

/** In bytes. */
const MAXIMUM_BYTES = 4_000;

const signOutInput = z.strictObject({
  /** On all devices. */
  everywhere: z.boolean().default(false),
});

/** Returns the cookies that an answer sets, as the next request would send them. */
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

/** Gives a new session a membership; undefined if the user may sign in as none. */
const giveMembership = async (
  { core, sessions }: Services,
  session: Headers,
  by: { readonly email: string; readonly area: Area | undefined },
): Promise<Membership | undefined> => {
  const all = await sessions.memberships.of(by.email.toLowerCase());
  const chosen = await chooseAmong(core, all, by.area);
  if (chosen) await sessions.memberships.choose(session, chosen);
  return chosen;
};

/** Ends an attempt that failed; returns if the password was wrong. @throws Rejected `session/code-required`, `session/wrong-code` */
const refuse = async (
  { services }: SessionCall,
  { attempt, code, trace }: Refusal,
): Promise<void> => {
  if (code === 'missing') {
    await attempt.undo();
    throw new Rejected('session/code-required');
  }
  const failure = failureOf(attempt.tries, services.sessions);
  if (failure) trace(failure);
  if (code === 'wrong') throw new Rejected('session/wrong-code');
};

/**
 * A failed sign-in has the same steps and answers whether or not the account exists, so that strangers do not learn who has one.
 * @throws Rejected `request/invalid-input`, `session/invalid-credentials`; as `attemptPassword` and `refuse`
 */
const signIn = async (call: SessionCall): Promise<void> => {
  const { request, response, services } = call;
  const { sessions } = services;
  const input = parseInput(signInInput, request.body ?? {}, languageOf(request));
  const { email, area, ...credentials } = input;
  const trace = recordOutcome(call);
  const answered = await attemptPassword(call, email, async (attempt) => {
    const headers = headersOf(request);
    const {
      answered: given,
      code,
      ended,
    } = await sessions.signIn(headers, { email, ...credentials });
    if (!given.ok) {
      await refuse(call, { attempt, code, trace: (failure) => trace(email, failure) });
      return given;
    }
    const failures = await attempt.succeed();
    recordEnds(call, ended);
    const chosen = await giveMembership(services, cookieOf(given), { email, area });
    const { isKnownDevice } = attempt;
    trace(chosen ?? email, { type: 'RecordSignIn', failures, isKnownDevice });
    if (code === 'recovery') trace(chosen ?? email, usedRecoveryCode);
    return given;
  });
  if (!answered.ok) throw new Rejected('session/invalid-credentials');
  await sendSession(answered, response, services, sessions.devices.issue(email));
};

const signOut = async (call: SessionCall): Promise<void> => {
  const { request, response, services, progress } = call;
  progress.hasTurn = true;
  const { sessions } = services;
  const { everywhere } = parseInput(signOutInput, request.body ?? {}, languageOf(request));
  const headers = headersOf(request);
  if (everywhere) {
    const session = await sessions.find(headers, 'watches');
    if (session === undefined) throw new Rejected('session/required');
    recordEnds(call, await sessions.endAll(session));
  }
  const { answered, ended } = await sessions.signOut(headers);
  recordEnds(call, ended);
  await sendSession(answered, response, services);
};

const isGivenUp = (error: unknown): boolean =>
  error instanceof Rejected && error.code === 'service/unavailable';

/**
 * Reports an unreachable database or missed deadline: `session/busy` while the call is in the queue for the hash, `session/unavailable` later.
 */
const runOrReportUnavailable = async (call: SessionCall, work: SessionWork): Promise<void> => {
  try {
    await withDeadline(() => work(call));
  } catch (error) {
    if (!isGivenUp(error) && !isDatabaseAway(error)) throw error;
    throw call.progress.hasTurn
      ? new Rejected('session/unavailable', { headers: { 'Retry-After': '5' } })
      : createBusyRejection();
  }
};

type SessionWork = (call: SessionCall) => Promise<void>;

/** `name` is for logs and metrics. */
const works = new Map<string, { readonly name: string; readonly work: SessionWork }>([
  ['/api/auth/sign-in/email', { name: 'sign-in', work: signIn }],
  ['/api/auth/sign-out', { name: 'sign-out', work: signOut }],
  ['/api/auth/step-up', { name: 'step-up', work: stepUp }],
]);

const countOutcome = (response: HttpResponse, { metrics }: Services): void => {
  response.once('close', () => {
    const { writableFinished: isSent, locals } = response;
    metrics.signIns.inc({ outcome: isSent ? String(locals.outcome ?? 'ok') : 'aborted' });
  });
};

/** POST under `/api/auth`: `/sign-in/email` with `signInInput`, `/sign-out` with `{everywhere?}`, `/step-up` with a password or code. */
export const signInRoutes = (services: Services): Router => {
  const router = Router();
  router.use('/api/auth', async (request, response, next) => {
    const called = works.get(`${request.baseUrl}${request.path}`);
    if (!called) return next();
    const { name, work } = called;
    response.locals.route = name;
    if (request.method !== 'POST') {
      throw new Rejected('request/method-not-allowed', { headers: { Allow: 'POST' } });
    }
    requireSameSite(request, services.publicUrl);
    request.body = await readJson(request, MAXIMUM_BYTES);
    if (work === signIn) countOutcome(response, services);
    await runOrReportUnavailable(
      { request, response, services, progress: { hasTurn: false } },
      work,
    );
  });
  return router;
};
