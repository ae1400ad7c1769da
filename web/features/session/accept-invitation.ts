import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#/api/contract/contract.ts';
import { mutate, newIdempotencyKey, ProblemError } from '#/web/lib/rpc.ts';
import { signIn, type SignInOutcome } from './sign-in.ts';

/** Sent only once, because a link cannot be opened again once it is accepted. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      mutate('session.openInvitation', { token }, { idempotencyKey: newIdempotencyKey(), signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

const isUsedUp = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'invitation/not-usable';

/** The link was used or has ended, or its person is a master, who may not be staff. */
export const isLinkOver = (failure: unknown): boolean =>
  isUsedUp(failure) ||
  (failure instanceof ProblemError && failure.problem.code === 'staff/is-master');

const isPasswordRight = (outcome: SignInOutcome['kind']): boolean =>
  outcome === 'signed-in' || outcome === 'code';

/**
 * Accepts an invitation, then signs in. If the link is used up, also signs in: an earlier try may have succeeded without an answer.
 * @returns the outcome of the sign-in @throws ProblemError, ConnectionLost
 */
export const acceptInvitation = async (
  input: InputOf<'session.acceptInvitation'>,
): Promise<SignInOutcome['kind']> => {
  const { email, password } = input;
  const enter = async () => (await signIn({ email, password })).kind;
  try {
    await mutate('session.acceptInvitation', input, { idempotencyKey: newIdempotencyKey() });
  } catch (failure) {
    const outcome = isUsedUp(failure) ? await enter() : 'wrong';
    if (isPasswordRight(outcome)) return outcome;
    throw failure;
  }
  return enter();
};
