import type { Area } from '#/api/contract/roles.ts';
import type { Problem } from '#/api/contract/procedure.ts';
import { post } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';

/** `limited`: too many tries; `code`: the code is missing or wrong; `unavailable`: no answer, or a server error. */
export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'code'; readonly isWrong: boolean; readonly detail: Problem['detail'] }
  | { readonly kind: 'limited'; readonly seconds: number }
  | {
      readonly kind: 'unavailable';
      /** The text of our server, if it gave one. */
      readonly detail?: Problem['detail'];
    };

const DEFAULT_WAIT_SECONDS = 60;

/** better-auth sends `X-Retry-After`, a proxy `Retry-After`. */
export const secondsToWait = (headers: Headers): number => {
  const seconds = Number(headers.get('x-retry-after') ?? headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : DEFAULT_WAIT_SECONDS;
};

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The code of the second factor, once the server has asked for it. */
  readonly code?: string | undefined;
}

const problemIn = (response: Response, text: string): Problem | undefined => {
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('application/problem+json') ? JSON.parse(text) : undefined;
};

const refusalOf = (response: Response, text: string): SignInOutcome => {
  if (response.status === 429) {
    return { kind: 'limited', seconds: secondsToWait(response.headers) };
  }
  const problem = problemIn(response, text);
  if (problem?.code === 'session/code-required' || problem?.code === 'session/wrong-code') {
    return { kind: 'code', isWrong: problem.code === 'session/wrong-code', detail: problem.detail };
  }
  if (response.status < 500) return { kind: 'wrong' };
  return problem ? { kind: 'unavailable', detail: problem.detail } : { kind: 'unavailable' };
};

/** Signs in. This replaces the session of the other tabs too, and tells them. @param area for a user with several memberships */
export const signIn = async (credentials: Credentials, area?: Area): Promise<SignInOutcome> => {
  try {
    const response = await fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...credentials, area }),
    });
    // An unread body is aborted, and the request then looks failed.
    const text = await response.text();
    if (!response.ok) return refusalOf(response, text);
    tellTabs('signed-in');
    return { kind: 'signed-in' };
  } catch {
    return { kind: 'unavailable' };
  }
};

/** When it throws, the session may still be open: show the failure. @throws ProblemError, ConnectionLost */
export const signOut = async ({ everywhere = false } = {}): Promise<void> => {
  await post('/api/auth/sign-out', { everywhere });
  tellTabs('signed-out');
};
