import { queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#/api/contract/contract.ts';
import { signIn, type SignInOutcome } from '#/web/features/session/sign-in.ts';
import { mutate, newIdempotencyKey, ProblemError, query } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';

export type OpenedRegistration = OutputOf<'session.openRegistration'>;

/** Null if sellers may not register there. */
export const openPlatformQuery = (platformId: string | undefined) =>
  queryOptions({
    queryKey: ['registration', 'platform', platformId],
    queryFn: ({ signal }) =>
      query('session.getRegistration', platformId === undefined ? {} : { platformId }, { signal }),
  });

export const registrationQuery = (token: string) =>
  queryOptions({
    queryKey: ['registration', 'link', token],
    queryFn: ({ signal }) =>
      mutate(
        'session.openRegistration',
        { token },
        { idempotencyKey: newIdempotencyKey(), signal },
      ),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

const hasCode = (failure: unknown, code: string): boolean =>
  failure instanceof ProblemError && failure.problem.code === code;

export const isLinkOver = (failure: unknown): boolean => hasCode(failure, 'onboarding/link-over');

export const haveTermsChanged = (failure: unknown): boolean =>
  hasCode(failure, 'onboarding/terms-changed');

/**
 * Registers a seller, then signs in. If the link is used up, also signs in: an earlier try may have succeeded without an answer.
 * @returns the outcome of the sign-in @throws ProblemError, ConnectionLost
 */
export const registerSeller = async (
  input: InputOf<'session.register'>,
  email: string,
): Promise<SignInOutcome['kind']> => {
  const { password } = input;
  const enter = async (): Promise<SignInOutcome['kind']> =>
    password === undefined ? 'signed-in' : (await signIn({ email, password }, 'seller')).kind;
  try {
    await mutate('session.register', input, { idempotencyKey: newIdempotencyKey() });
  } catch (failure) {
    const isIn = password !== undefined && isLinkOver(failure) && (await enter()) === 'signed-in';
    if (isIn) return 'signed-in';
    throw failure;
  }
  if (password === undefined) tellTabs('signed-in');
  return enter();
};
