import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import type { InputOf, MutationName, OutputOf } from '#/api/contract/contract.ts';
import { refreshQueries } from './refresh-queries.ts';
import { attemptKey, closeAttempt } from './attempts.ts';
import { notePosition } from './own-writes.ts';
import { mutate, ProblemError } from './rpc.ts';
import { withStepUp } from './step-up.ts';

/** After a timeout or a server error the work may have been done. */
const isFinal = (failure: unknown): boolean =>
  failure instanceof ProblemError && !failure.mayHaveHappened;

/** The answer's log position, if it has one. */
const positionOf = (output: unknown): string | undefined =>
  typeof output === 'object' &&
  output !== null &&
  'position' in output &&
  typeof output.position === 'string'
    ? output.position
    : undefined;

/** Sends a mutation. The same input reuses its idempotency key after an unknown outcome. @throws ProblemError, ConnectionLost */
export const sendWrite = async <Name extends MutationName>(
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> => {
  try {
    const output = await withStepUp(() =>
      mutate(name, input, { idempotencyKey: attemptKey(name, input) }),
    );
    closeAttempt(name, input);
    const position = positionOf(output);
    if (position !== undefined) notePosition(position);
    return output;
  } catch (failure) {
    if (isFinal(failure)) closeAttempt(name, input);
    throw failure;
  }
};

/** A mutation that uses `sendWrite`. On success every query on screen is read again. */
export const useWrite = <Name extends MutationName>(
  name: Name,
): UseMutationResult<OutputOf<Name>, Error, InputOf<Name>> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<Name>) => sendWrite(name, input),
    onSuccess: () => {
      void refreshQueries(client);
    },
  });
};
