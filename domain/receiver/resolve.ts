import type { Resolution } from '#/domain/investigation/events.ts';
import {
  resolutionDataOf,
  applyProposal,
  applyRejection,
  applyResolution,
  decideInvestigation,
  isOfOutcome,
  NOTHING_STATED,
  openMatter,
  removeSettled,
  type AgreedResolution,
  type Investigation,
  type InvestigationCommand,
  type Matter,
} from '#/domain/investigation/investigation.ts';
import { mayBeUnderWay } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { ZERO, type Currency } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { ReceiverEvent, Registration } from './decider.ts';

export type RegistrationEvent = Extract<
  ReceiverEvent,
  { readonly data: { readonly registrationId: string } }
>;

/** An investigation needs a currency, but a registration has no amount. */
const UNUSED_CURRENCY: Currency = 'BRL';

export const answersOfRegistration = (
  { status }: Pick<Registration, 'status'>,
  { said }: Pick<Matter, 'said'>,
): readonly Resolution[] =>
  // The acquirer names another receiver than staff did: staff decide which of the two it is.
  said.status === 'REGISTERED' && status !== 'REFUSED'
    ? ['HAPPENED']
    : ['HAPPENED', 'DID_NOT_HAPPEN'];

/** Shared by decider and read model. */
export const investigationAfter = (
  investigation: Investigation,
  event: RegistrationEvent,
): Investigation => {
  switch (event.type) {
    case 'ReceiverRegistrationUnanswered': {
      const { failure: cause, at: since } = event.data;
      const said = { ...NOTHING_STATED, cause };
      const question = { key: 'registration', cause: 'UNKNOWN_OUTCOME', since, said } as const;
      return openMatter(investigation, { ...question, amount: null, unapplied: ZERO });
    }
    case 'ReceiverRegistrationContradicted': {
      const { said: status, providerReceiverId: transactionId, cause, at: since } = event.data;
      const said = { ...NOTHING_STATED, status, transactionId, cause };
      const question = { key: 'contradiction', cause: 'CONTRADICTED_RESOLUTION', since } as const;
      return openMatter(investigation, { ...question, amount: null, unapplied: ZERO, said });
    }
    case 'ReceiverRegistrationBegun':
    case 'ReceiverRegistered':
    case 'ReceiverRegistrationRefused':
      return removeSettled(investigation, isOfOutcome);
    case 'ReceiverRegistrationResolutionProposed': {
      const {
        platformId: _,
        sellerId: __,
        provider: ___,
        registrationId: ____,
        ...proposal
      } = event.data;
      return applyProposal(investigation, { ...proposal, amount: null, currency: UNUSED_CURRENCY });
    }
    case 'ReceiverRegistrationResolutionRejected':
      return applyRejection(investigation, event.data);
    case 'ReceiverRegistrationResolved':
      return applyResolution(investigation, event.data);
    default:
      return investigation;
  }
};

const ownerOf = ({ requested }: Registration, at: Timestamp) => {
  const { platformId, sellerId, provider, registrationId } = requested;
  return { platformId, sellerId, provider, registrationId, at };
};

const findReceiver = (
  { providerReceiverId }: Registration,
  { said }: Matter,
  reference: string | null,
): string | undefined => reference ?? said.transactionId ?? providerReceiverId ?? undefined;

/** @throws Refused `investigation/receiver-id-missing` */
const requireReceiver = (
  registration: Registration,
  matterKey: string,
  { resolution, reference }: { readonly resolution: Resolution; readonly reference: string | null },
): void => {
  const matter = registration.investigation.matters.find(({ key }) => key === matterKey);
  const isMissing = matter && findReceiver(registration, matter, reference) === undefined;
  if (resolution === 'HAPPENED' && isMissing) {
    throw new Refused('investigation/receiver-id-missing');
  }
};

/**
 * Staff may not decide while the last call can still make the registration.
 * @throws Refused `investigation/call-under-way`
 */
const requireNoCall = ({ attempt }: Registration, now: Timestamp): void => {
  if (attempt && mayBeUnderWay(attempt, now)) throw new Refused('investigation/call-under-way');
};

const consequencesOf = (
  registration: Registration,
  agreed: AgreedResolution,
): readonly ReceiverEvent[] => {
  const { matter, proposal, now } = agreed;
  const owner = ownerOf(registration, now);
  const { currency: _, amount: __, ...agreement } = resolutionDataOf(agreed);
  const resolved: ReceiverEvent = {
    type: 'ReceiverRegistrationResolved',
    data: { ...agreement, ...owner },
  };
  if (proposal.resolution === 'DID_NOT_HAPPEN') {
    if (registration.status === 'REFUSED') return [resolved];
    requireNoCall(registration, now);
    const data = { ...owner, cause: 'not-registered', text: null };
    return [resolved, { type: 'ReceiverRegistrationRefused', data }];
  }
  const providerReceiverId = findReceiver(registration, matter, proposal.reference);
  if (providerReceiverId === undefined) throw new Refused('investigation/receiver-id-missing');
  if (providerReceiverId === registration.providerReceiverId) return [resolved];
  // The acquirer is asked for the status next.
  const data = { ...owner, providerReceiverId, status: 'PENDING' } as const;
  return [resolved, { type: 'ReceiverRegistered', data }];
};

/** @throws Refused */
export const resolveRegistration = (
  registration: Registration,
  command: InvestigationCommand,
): readonly ReceiverEvent[] => {
  const { investigation } = registration;
  const step = decideInvestigation(investigation, command, UNUSED_CURRENCY, (matter) =>
    answersOfRegistration(registration, matter),
  );
  switch (step?.kind) {
    case 'proposed': {
      const { currency: _, amount: __, ...proposal } = step.data;
      requireReceiver(registration, proposal.matter, proposal);
      const data = { ...proposal, ...ownerOf(registration, proposal.at) };
      return [{ type: 'ReceiverRegistrationResolutionProposed', data }];
    }
    case 'rejected': {
      const data = { ...step.data, ...ownerOf(registration, step.data.at) };
      return [{ type: 'ReceiverRegistrationResolutionRejected', data }];
    }
    case 'agreed':
      return consequencesOf(registration, step.agreed);
    case undefined:
      return [];
  }
};

type Statement =
  | { readonly said: 'REGISTERED'; readonly providerReceiverId: string }
  | { readonly said: 'REFUSED'; readonly cause: string };

/** If the acquirer contradicts the decision of staff, staff must decide again. */
export const contradictRegistration = (
  registration: Registration,
  statement: Statement,
  at: Timestamp,
): readonly ReceiverEvent[] => {
  const { investigation, status, providerReceiverId: registeredId } = registration;
  const { lastContradiction } = registration;
  if (investigation.outcome === null) return [];
  const isRegistered = statement.said === 'REGISTERED';
  const providerReceiverId = isRegistered ? statement.providerReceiverId : null;
  const cause = isRegistered ? null : statement.cause;
  const isAgreed = status === 'REFUSED' ? !isRegistered : providerReceiverId === registeredId;
  const isRepeated =
    lastContradiction !== null && lastContradiction.providerReceiverId === providerReceiverId;
  if (isAgreed || isRepeated) return [];
  const { said } = statement;
  const data = { ...ownerOf(registration, at), said, providerReceiverId, cause };
  return [{ type: 'ReceiverRegistrationContradicted', data }];
};
