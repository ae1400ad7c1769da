import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#/api/contract/contract.ts';
import { mutate, newIdempotencyKey, ProblemError } from '#/web/lib/rpc.ts';
import { signIn } from './sign-in.ts';

/** What the link is for. Asked once: it is used up by what comes next. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      mutate('session.openInvitation', { token }, { idempotencyKey: newIdempotencyKey(), signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const isUsedUp = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'invitation/not-usable';

/**
 * Uses the link and signs in. An earlier try whose answer was lost may have used it up: then the password that was typed
 * opens the door all the same. @returns whether the person is signed in @throws ProblemError, ConnectionLost
 */
export const acceptInvitation = async (
  input: InputOf<'session.acceptInvitation'>,
): Promise<boolean> => {
  const enter = async () => (await signIn(input.email, input.password)).kind === 'signed-in';
  try {
    await mutate('session.acceptInvitation', input, { idempotencyKey: newIdempotencyKey() });
  } catch (failure) {
    if (isUsedUp(failure) && (await enter())) return true;
    throw failure;
  }
  return enter();
};
