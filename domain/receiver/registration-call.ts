import { isSuperseded } from '#/domain/acquiring/call-attempt.ts';
import type { Receiver, Registration } from './decider.ts';

/** A registration at an acquirer, and the recorded call for it that was answered; absent = the answer is to a look-up. */
export interface RegistrationCall {
  readonly provider: string;
  readonly registrationId: string;
  readonly attemptId?: string | undefined;
}

/**
 * Returns the registration of a call. Undefined = there is none, or a later registration or call followed, about which the answer says
 * nothing.
 */
export const registrationOf = (
  { registrations }: Receiver,
  { provider, registrationId, attemptId }: RegistrationCall,
): Registration | undefined => {
  const last = registrations[provider];
  const isLast = last?.requested.registrationId === registrationId;
  return isLast && !isSuperseded(last.attempt, { attemptId }) ? last : undefined;
};
