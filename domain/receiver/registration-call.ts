import { isSuperseded } from '#/domain/acquiring/call-attempt.ts';
import type { Receiver, Registration } from './decider.ts';

/** A registration, and the recorded call that was answered; absent = a look-up. */
export interface RegistrationCall {
  readonly provider: string;
  readonly registrationId: string;
  readonly attemptId?: string | undefined;
}

/** Returns the registration of a call; undefined = none, or a later registration or call followed. */
export const registrationOf = (
  { registrations }: Receiver,
  { provider, registrationId, attemptId }: RegistrationCall,
): Registration | undefined => {
  const last = registrations[provider];
  const isLast = last?.requested.registrationId === registrationId;
  return isLast && !isSuperseded(last.attempt, { attemptId }) ? last : undefined;
};
