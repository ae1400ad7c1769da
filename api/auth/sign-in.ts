import express, { Router, type Request, type Response as HttpResponse } from 'express';
import { z } from 'zod';
import { clientAddress } from '#/api/client-address.ts';
import { requireSameSite } from '#/api/cross-site.ts';
import type { Parts } from '#/api/parts.ts';
import { languageOf, parseInput, Rejected } from '#/api/problem.ts';
import { withPatience } from '#/api/request-patience.ts';
import { sessionOf } from './session.ts';
import { isAuthPath, type AuthPath } from './sessions.ts';

const signInInput = z.strictObject({
  email: z.email().max(254),
  password: z.string().min(1).max(128),
  rememberMe: z.boolean().optional(),
});

const readJson = express.json({ limit: 4_000, inflate: false, type: () => true });

const inputOf = (path: AuthPath, request: Request) =>
  path === '/api/auth/sign-in/email'
    ? parseInput(signInInput, request.body ?? {}, languageOf(request))
    : parseInput(z.strictObject({}), request.body ?? {}, languageOf(request));

/** A cookie of its answer, as the next request would send it. */
const cookieOf = (answer: Response): Headers =>
  new Headers({
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; '),
  });

const answer = async (
  path: AuthPath,
  request: Request,
  response: HttpResponse,
  parts: Parts,
): Promise<void> => {
  const { sessions, callers } = parts;
  const input = inputOf(path, request);
  const headers = new Headers({ 'content-type': 'application/json' });
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie);
  const answered = await sessions.answer(path, headers, input);
  if (!answered.ok) throw new Rejected('session/invalid-credentials');
  for (const cookie of answered.headers.getSetCookie()) response.append('Set-Cookie', cookie);
  const caller = await callers.find(cookieOf(answered));
  response.set('Cache-Control', 'no-store').json(caller ? sessionOf(caller) : null);
};

/**
 * `POST /api/auth/sign-in/email {email, password}` and `POST /api/auth/sign-out`: better-auth's
 * calls, answered with `session.get`'s output and our problem documents. The token stays in its
 * HttpOnly cookie.
 */
export const signInRoutes = (parts: Parts): Router => {
  const router = Router();
  router.use('/api/auth', async (request, response, next) => {
    const path = `${request.baseUrl}${request.path}`;
    if (!isAuthPath(path)) return next();
    response.locals.route = path === '/api/auth/sign-out' ? 'sign-out' : 'sign-in';
    if (request.method !== 'POST') {
      throw new Rejected('request/method-not-allowed', { headers: { Allow: 'POST' } });
    }
    requireSameSite(request, parts.publicUrl);
    if (path === '/api/auth/sign-in/email')
      await parts.limit('signIn', clientAddress(request, parts.proxies));
    await new Promise<void>((read, fail) => {
      readJson(request, response, (error?: unknown) => (error ? fail(error) : read()));
    });
    await withPatience(() => answer(path, request, response, parts));
  });
  return router;
};
