import { isSuperseded } from '#/domain/acquiring/call-attempt.ts';
import type { Receiver, Registration } from './decider.ts';

export interface RegistrationCall {
  readonly provider: string;
  readonly registrationId: string;
  /** The recorded call that the acquirer answered. Absent = it answered a look-up. */
  readonly attemptId?: string | undefined;
}

/** Returns the registration of a call. Undefined = there is none, or a later registration or call has followed. */
export const registrationOf = (
  { registrations }: Receiver,
  { provider, registrationId, attemptId }: RegistrationCall,
): Registration | undefined => {
  const last = registrations[provider];
  const isLast = last?.requested.registrationId === registrationId;
  return isLast && !isSuperseded(last.attempt, { attemptId }) ? last : undefined;
};
