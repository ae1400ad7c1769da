import { FileStorageFailure, type FileStorage } from '#/domain/ports/file-storage.ts';
import type { ReceiverFile, ReceiverRequest, ReceiverResult } from '#/domain/ports/receiver.ts';
import type { RegistrationCommand } from '#/domain/receiver/commands.ts';
import type { Registration } from '#/domain/receiver/decider.ts';
import type { ReceiverContact, ReceiverRegister } from '#/domain/receiver/details.ts';
import type { ReceiverRegistrationRequestedData } from '#/domain/receiver/events.ts';
import {
  receiverFileKey,
  receiverFileName,
  type ReceiverFileKind,
} from '#/domain/receiver/files.ts';
import type { Contact, Identity } from '#/domain/encrypted.ts';
import { isOverdue } from '#/domain/call-attempt.ts';
import { epochOfPosition } from '#/domain/epoch/epoch.ts';
import { defineReaction, type Ports } from './reaction.ts';
import { acquirerFor, acquirerOf } from './acquirer-of.ts';
import { beginAttempt, type Earlier } from './attempt.ts';
import { isAbsentThere } from './calls-again.ts';
import { requireSupport, outcomeOf } from './provider-outcome.ts';

type Requested = ReceiverRegistrationRequestedData;

const about = (requested: Requested, { now }: Pick<Ports, 'now'>) => {
  const { platformId, sellerId, provider, registrationId } = requested;
  return { platformId, sellerId, provider, registrationId, now: now() };
};

/** Nothing was sent, so the registration may be requested again. */
const failUnsent = (requested: Requested, cause: string, ports: Ports): RegistrationCommand => ({
  ...about(requested, ports),
  type: 'RecordRefused',
  isUnsent: true,
  cause,
  text: null,
});

/** Reads the registration's files; undefined when one is gone. @throws FileStorageFailure */
const filesOf = async (
  { sellerId, files }: Requested,
  storage: Pick<FileStorage, 'get'>,
): Promise<ReceiverRequest['files'] | undefined> => {
  const found: [ReceiverFileKind, ReceiverFile][] = [];
  for (const { fileId, kind, contentType } of files) {
    const stored = await storage.get(receiverFileKey(sellerId, fileId));
    if (stored === undefined) return undefined;
    const { bytes } = stored;
    found.push([kind, { name: receiverFileName(kind, contentType), contentType, bytes }]);
  }
  return Object.fromEntries(found);
};

/** Builds the request to the acquirer, or returns the reason why it cannot be made. */
const requestOf = async (
  requested: Requested,
  { open, files: storage }: Ports,
): Promise<ReceiverRequest | 'details-erased' | 'file-missing' | 'files-unavailable'> => {
  const [identity, email, register, contact] = await Promise.all([
    open<Identity>(requested.identity),
    open<Contact>(requested.email),
    open<ReceiverRegister>(requested.register),
    open<ReceiverContact>(requested.contact),
  ]);
  if (!identity || !email || !register || !contact) return 'details-erased';
  let files;
  try {
    files = await filesOf(requested, storage);
  } catch (error) {
    if (error instanceof FileStorageFailure) return 'files-unavailable';
    throw error;
  }
  if (!files) return 'file-missing';
  const { name, document } = identity;
  return {
    ...register,
    registrationId: requested.registrationId,
    name,
    document,
    documentType: requested.documentType,
    email: email.email,
    phone: contact.phone,
    address: contact.address,
    files,
  };
};

/**
 * Translates the acquirer's answer into commands; the key of the receiver's own account goes to the vault before anything is
 * recorded.
 */
const commandsForAnswer = async (
  requested: Requested,
  result: ReceiverResult,
  ports: Ports,
): Promise<readonly RegistrationCommand[]> => {
  const { providerReceiverId, status, receiverToken } = result;
  const known = about(requested, ports);
  if (receiverToken !== undefined) await ports.receivers.keepToken(known, receiverToken);
  return [
    { ...known, type: 'RecordRegistered', providerReceiverId, status },
    { ...known, type: 'RecordStatus', status },
  ];
};

/** Sends the registration, once for each attempt: not all acquirers recognise our id. */
const send = async (
  requested: Requested,
  earlier: Earlier,
  ports: Ports,
): Promise<readonly RegistrationCommand[]> => {
  const request = await requestOf(requested, ports);
  if (typeof request === 'string') return [failUnsent(requested, request, ports)];
  const { platformId, sellerId, provider } = requested;
  const opened = await outcomeOf(() => ports.providers(provider, platformId));
  if (opened.kind !== 'answered') return [failUnsent(requested, 'unavailable', ports)];
  const begun = await beginAttempt(ports, {
    platformId,
    provider,
    earlier,
    by: (attempt) => ({
      to: 'receiver',
      id: sellerId,
      command: { ...about(requested, ports), ...attempt, type: 'BeginRegistration' },
    }),
  });
  if (!begun) return [];
  const { attempt, isFirst } = begun;
  const outcome = await outcomeOf(async () => {
    const { createReceiver } = await acquirerFor(ports, requested, attempt);
    return requireSupport(createReceiver)({ ...request, attempt });
  });
  const known = about(requested, ports);
  switch (outcome.kind) {
    case 'answered':
      return commandsForAnswer(requested, outcome.result, ports);
    case 'declined': {
      const { cause, text } = outcome;
      // An earlier call may have succeeded: what is declined now says nothing about it.
      if (!isFirst) return [{ ...known, type: 'RecordUnanswered', failure: cause }];
      const { attemptId } = attempt;
      return [{ ...known, type: 'RecordRefused', attemptId, cause, text }];
    }
    case 'unknown':
      return [{ ...known, type: 'RecordUnanswered', failure: outcome.failure }];
  }
};

/**
 * Reads a registration back from the acquirer. A registration that was never answered is sent again only where the acquirer can
 * say for good that it does not have it; elsewhere a person has to check.
 */
export const readBackReceiver = async (
  { requested, status, attempt: last, providerReceiverId }: Registration,
  ports: Ports,
): Promise<readonly RegistrationCommand[]> => {
  const calls = {
    attempt: last,
    requestedAt: requested.at,
    epoch: await ports.epoch(),
    now: ports.now(),
  };
  const outcome = await outcomeOf(async () => {
    const provider = await acquirerOf(ports, requested, last);
    const found =
      providerReceiverId === null
        ? await requireSupport(provider.findReceiver)({ registrationId: requested.registrationId })
        : await requireSupport(provider.getReceiver)({ providerReceiverId });
    return { found, isAbsent: isAbsentThere(provider, 'createReceiver', calls) };
  });
  if (outcome.kind !== 'answered') {
    // The process ended during the call, and this acquirer cannot tell: a person has to check.
    const isInterrupted = status === 'BEGUN' && last !== null && isOverdue(last, ports.now());
    const known = about(requested, ports);
    return isInterrupted ? [{ ...known, type: 'RecordUnanswered', failure: 'interrupted' }] : [];
  }
  const { found, isAbsent } = outcome.result;
  if (found) return commandsForAnswer(requested, found, ports);
  if (providerReceiverId !== null || !isAbsent) return [];
  return send(requested, { attempt: last }, ports);
};

export const registerReceiver = defineReaction('register-receiver', {
  ReceiverRegistrationRequested: async ({ aggregateId: subject, data, position }, ports) => {
    const requested = { at: data.at, epoch: epochOfPosition(await ports.epoch(), position) };
    const commands = await send(data, { attempt: null, requested }, ports);
    return commands.map((command) => ({ to: 'receiver', id: subject, command }));
  },
});
