import { afterCall, nextAttempt, type CallAttempt } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { NOT_INVESTIGATED, waitsSince } from '#/domain/investigation/investigation.ts';
import type { ReceiverCommand, RegistrationCommand } from './commands.ts';
import type { Receiver, ReceiverEvent, Registration } from './decider.ts';
import { receiverFileKinds } from './files.ts';
import { registrationOf } from './registration-call.ts';
import {
  contradictRegistration,
  investigationAfter,
  resolveRegistration,
  type RegistrationEvent,
} from './resolve.ts';

/** Whether another registration may follow: this one failed or was rejected, and staff need not decide about it. */
const isOver = ({ status, investigation }: Registration): boolean =>
  (status === 'REFUSED' || status === 'REJECTED') && waitsSince(investigation) === null;

export const requestRegistration = (
  command: Extract<ReceiverCommand, { readonly type: 'RequestRegistration' }>,
  { details, detailsRevision: revision, files, registrations }: Receiver,
): readonly ReceiverEvent[] => {
  const { type: _, basedOn, now: at, ...about } = command;
  const previous = registrations[command.provider];
  if (previous?.requested.registrationId === command.registrationId) return [];
  if (previous && !isOver(previous)) throw new Refused('receiver/already-registered');
  if (details === null) throw new Refused('receiver/details-required');
  // Otherwise staff would give the acquirer a bank account that they have not seen.
  if (basedOn !== undefined && basedOn !== revision)
    throw new Refused('record/changed-meanwhile', { revision });
  const submitted = receiverFileKinds.flatMap((kind) => files[kind] ?? []);
  // Each acquirer requires different files, and reports missing ones.
  const unapproved = submitted.filter(({ status }) => status !== 'APPROVED');
  if (unapproved.length > 0) {
    const kinds = unapproved.map(({ kind }) => kind);
    throw new Refused('receiver/files-not-approved', { files: kinds });
  }
  const sent = submitted.map(({ fileId, kind, contentType }) => ({ fileId, kind, contentType }));
  const data = { ...about, ...details, files: sent, at };
  return [{ type: 'ReceiverRegistrationRequested', data }];
};

/** In older events, a registration had one call and no `attempt`. */
const attemptOf = ({
  attempt,
  registrationId: attemptId,
  provider,
  at,
}: Extract<ReceiverEvent, { readonly type: 'ReceiverRegistrationBegun' }>['data']): CallAttempt =>
  attempt ?? { attemptId, ordinal: 1, provider, deadline: at, at };

type Investigating = Extract<ReceiverCommand, { readonly type: 'InvestigateRegistration' }>;

const AWAITING: readonly Registration['status'][] = ['REQUESTED', 'BEGUN', 'UNANSWERED'];

/** Decides what an answer changes once an outcome is on record. */
const decideAfterOutcome = (
  registration: Registration,
  command: RegistrationCommand,
): readonly ReceiverEvent[] => {
  if (command.type === 'RecordRegistered') {
    const { providerReceiverId, now } = command;
    return contradictRegistration(registration, { said: 'REGISTERED', providerReceiverId }, now);
  }
  // The acquirer's own refusal contradicts staff, a failure on our side does not.
  if (command.type !== 'RecordRefused' || command.isUnsent) return [];
  const { cause, now } = command;
  return contradictRegistration(registration, { said: 'REFUSED', cause }, now);
};

/** @throws Refused `investigation/not-found` when a later registration followed */
export const investigateRegistration = (
  { provider, registrationId, step }: Investigating,
  receiver: Receiver,
): readonly ReceiverEvent[] => {
  const registration = registrationOf(receiver, { provider, registrationId });
  if (!registration) throw new Refused('investigation/not-found');
  return resolveRegistration(registration, step);
};

export const recordRegistration = (
  command: RegistrationCommand,
  receiver: Receiver,
): readonly ReceiverEvent[] => {
  const { platformId, sellerId, provider, registrationId, now: at } = command;
  const isNew = command.type === 'BeginRegistration';
  const registration = registrationOf(receiver, isNew ? { provider, registrationId } : command);
  if (!registration) return [];
  const about = { platformId, sellerId, provider, registrationId, at };
  const { status, providerReceiverId } = registration;
  if (command.type === 'RecordStatus') {
    // PENDING ("in review") after the acquirer has said ACTIVE or REJECTED is not recorded.
    if (command.providerReceiverId !== providerReceiverId || command.status === status) return [];
    const data = { ...about, providerReceiverId };
    if (command.status === 'ACTIVE') return [{ type: 'ReceiverActivated', data }];
    return command.status === 'REJECTED' ? [{ type: 'ReceiverRejected', data }] : [];
  }
  if (!AWAITING.includes(status)) return decideAfterOutcome(registration, command);
  switch (command.type) {
    case 'BeginRegistration': {
      const attempt = nextAttempt(registration.attempt, command, provider);
      return attempt ? [{ type: 'ReceiverRegistrationBegun', data: { ...about, attempt } }] : [];
    }
    case 'RecordRegistered': {
      const { providerReceiverId: id, status: word } = command;
      const data = { ...about, providerReceiverId: id, status: word };
      return [{ type: 'ReceiverRegistered', data }];
    }
    case 'RecordRefused': {
      if (command.isUnsent && registration.attempt) return [];
      const { cause, text } = command;
      return [{ type: 'ReceiverRegistrationRefused', data: { ...about, cause, text } }];
    }
    case 'RecordUnanswered': {
      if (status === 'UNANSWERED') return [];
      const { failure } = command;
      return [{ type: 'ReceiverRegistrationUnanswered', data: { ...about, failure } }];
    }
  }
};

const factsAfter = (
  registration: Registration,
  event: Exclude<RegistrationEvent, { readonly type: 'ReceiverRegistrationRequested' }>,
): Registration => {
  switch (event.type) {
    case 'ReceiverRegistrationBegun':
      return {
        ...registration,
        status: 'BEGUN',
        attempt: afterCall(registration.attempt, attemptOf(event.data)),
      };
    case 'ReceiverRegistered': {
      const { status, providerReceiverId } = event.data;
      return { ...registration, status, providerReceiverId };
    }
    case 'ReceiverRegistrationRefused':
      return { ...registration, status: 'REFUSED', providerReceiverId: null };
    case 'ReceiverRegistrationUnanswered':
      return { ...registration, status: 'UNANSWERED' };
    case 'ReceiverRegistrationContradicted': {
      const { providerReceiverId } = event.data;
      return { ...registration, lastContradiction: { providerReceiverId } };
    }
    case 'ReceiverRegistrationResolutionProposed':
    case 'ReceiverRegistrationResolutionRejected':
    case 'ReceiverRegistrationResolved':
      return registration;
    case 'ReceiverActivated':
      return { ...registration, status: 'ACTIVE' };
    case 'ReceiverRejected':
      return { ...registration, status: 'REJECTED' };
  }
};

const evolveOne = (
  registration: Registration | undefined,
  event: RegistrationEvent,
): Registration | undefined => {
  if (event.type === 'ReceiverRegistrationRequested') {
    const none = { attempt: null, providerReceiverId: null, lastContradiction: null };
    const investigation = NOT_INVESTIGATED;
    return { requested: event.data, status: 'REQUESTED', ...none, investigation };
  }
  if (!registration) return undefined;
  const investigation = investigationAfter(registration.investigation, event);
  return { ...factsAfter(registration, event), investigation };
};

export const evolveRegistration = (receiver: Receiver, event: RegistrationEvent): Receiver => {
  const { provider } = event.data;
  const next = evolveOne(receiver.registrations[provider], event);
  if (!next) return receiver;
  return { ...receiver, registrations: { ...receiver.registrations, [provider]: next } };
};
