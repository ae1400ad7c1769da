import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#/api/contract/contract.ts';
import { mutate, newIdempotencyKey, ProblemError } from '#/web/lib/rpc.ts';
import { signIn } from './sign-in.ts';

/** Opens the invitation. Requested once, because accepting it uses the link up. */
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
 * Accepts the invitation and signs in. An earlier try whose response was lost may have used the link up: then signing in with
 * the typed password still works. @returns whether the user is signed in @throws ProblemError, ConnectionLost
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
