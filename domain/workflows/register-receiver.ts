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
import type { Contact, Identity } from '#/domain/privacy/encrypted.ts';
import { mayAnyBeUnderWay } from '#/domain/acquiring/call-attempt.ts';
import { explanationForRecord } from '#/domain/privacy/personal-text.ts';
import { epochOfRequest, isRecordComplete } from '#/domain/epoch/epoch.ts';
import { defineReaction, type Ports } from './reaction.ts';
import { openAcquirerForCall, acquirerOf } from './acquirer-of.ts';
import { beginAttempt, digestOf, type EarlierCalls } from './attempt.ts';
import { isAbsentThere } from './calls-again.ts';
import { noteLookUp } from './note-look-up.ts';
import { requireSupport, outcomeOf } from './provider-outcome.ts';

type RegistrationRequest = ReceiverRegistrationRequestedData;

const identityOf = (requested: RegistrationRequest, { now }: Pick<Ports, 'now'>) => {
  const { platformId, sellerId, provider, registrationId } = requested;
  return { platformId, sellerId, provider, registrationId, now: now() };
};

/**
 * Ends a registration whose call could not be sent. It is refused if no other call for it can have been made: it was sent for the
 * first time, and the log has lost no call. Otherwise its outcome is unknown.
 */
const failUnsent = async (
  requested: RegistrationRequest,
  { cause, earlier }: { readonly cause: string; readonly earlier: EarlierCalls },
  ports: Ports,
): Promise<RegistrationCommand> => {
  const epoch = await ports.epoch();
  const isOnlyCall = earlier.origin !== undefined && isRecordComplete(epoch, earlier.origin);
  const identity = identityOf(requested, ports);
  return isOnlyCall
    ? { ...identity, type: 'RecordRefused', isUnsent: true, cause, text: null }
    : { ...identity, type: 'RecordUnanswered', failure: cause };
};

/**
 * Returns the seller's files by kind; undefined when one is not in our storage.
 * @throws FileStorageFailure
 */
const filesOf = async (
  { sellerId, files }: RegistrationRequest,
  storage: Pick<FileStorage, 'get'>,
): Promise<ReceiverRequest['files'] | undefined> => {
  const filesByKind: [ReceiverFileKind, ReceiverFile][] = [];
  for (const { fileId, kind, contentType } of files) {
    const stored = await storage.get(receiverFileKey(sellerId, fileId));
    if (stored === undefined) return undefined;
    const { bytes } = stored;
    filesByKind.push([kind, { name: receiverFileName(kind, contentType), contentType, bytes }]);
  }
  return Object.fromEntries(filesByKind);
};

/** An acquirer's text without the data that it was sent. */
const explanationOf = (
  text: string | null,
  { name, document, email, phone, address }: Omit<ReceiverRequest, 'attempt'>,
): string | null =>
  explanationForRecord(text, {
    name,
    known: [document, email, phone, address.address, address.zipCode],
  });

/** Builds the request to the acquirer, or returns why it cannot be made. */
const requestOf = async (
  requested: RegistrationRequest,
  { open, files: storage }: Ports,
): Promise<
  Omit<ReceiverRequest, 'attempt'> | 'details-erased' | 'file-missing' | 'files-unavailable'
> => {
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
 * Translates an acquirer's answer about a receiver into commands. If the answer contains the key of the receiver's account, stores
 * it.
 * @param call the call that was answered; absent for the answer to a look-up
 */
const acceptAnswer = async (
  requested: RegistrationRequest,
  result: ReceiverResult,
  ports: Ports,
  call: { readonly attemptId?: string } = {},
): Promise<readonly RegistrationCommand[]> => {
  const { providerReceiverId, status, receiverToken } = result;
  const answered = { ...identityOf(requested, ports), ...call };
  if (receiverToken !== undefined) await ports.receivers.keepToken(answered, receiverToken);
  return [
    { ...answered, type: 'RecordRegistered', providerReceiverId, status },
    { ...answered, type: 'RecordStatus', providerReceiverId, status },
  ];
};

/** Sends the registration only if a new attempt may begin: not all acquirers recognise a repeated call by our id. */
const send = async (
  requested: RegistrationRequest,
  earlier: EarlierCalls,
  ports: Ports,
): Promise<readonly RegistrationCommand[]> => {
  const request = await requestOf(requested, ports);
  const endUnsent = async (cause: string) => [
    await failUnsent(requested, { cause, earlier }, ports),
  ];
  if (typeof request === 'string') return endUnsent(request);
  const { platformId, sellerId, provider } = requested;
  const opened = await outcomeOf(() => ports.providers(provider, platformId));
  if (opened.kind !== 'answered') return endUnsent('unavailable');
  const begun = await beginAttempt(ports, {
    platformId,
    provider,
    // A file does not change, so its id stands for its bytes.
    digest: await digestOf(ports, { ...request, files: requested.files }),
    earlier,
    by: (attempt) => ({
      to: 'receiver',
      id: sellerId,
      command: { ...identityOf(requested, ports), ...attempt, type: 'BeginRegistration' },
    }),
  });
  if (!begun) return [];
  const { attempt, isFirst } = begun;
  const outcome = await outcomeOf(async () => {
    const { createReceiver } = await openAcquirerForCall(ports, requested, attempt);
    return requireSupport(createReceiver)({ ...request, attempt });
  });
  const { attemptId } = attempt;
  const ofCall = { ...identityOf(requested, ports), attemptId };
  switch (outcome.kind) {
    case 'answered':
      return acceptAnswer(requested, outcome.result, ports, { attemptId });
    case 'declined': {
      const { cause, text } = outcome;
      // An earlier call may have succeeded: this decline says nothing about it.
      if (!isFirst) return [{ ...ofCall, type: 'RecordUnanswered', failure: cause }];
      return [{ ...ofCall, type: 'RecordRefused', cause, text: explanationOf(text, request) }];
    }
    case 'unknown':
      return [{ ...ofCall, type: 'RecordUnanswered', failure: outcome.failure }];
  }
};

/** Reads a registration back, and sends it again once the acquirer's answer that it has none is final. */
export const readBackReceiver = async (
  { requested, status, attempt, providerReceiverId }: Registration,
  ports: Ports,
): Promise<readonly RegistrationCommand[]> => {
  // With a wrong clock we cannot know which call is overdue. The clock is read first: it may be set during the call.
  if (!ports.isClockTrue()) return [];
  const now = ports.now();
  const { registrationId, at: requestedAt } = requested;
  const calls = { attempt, requestedAt, epoch: await ports.epoch(), now };
  const outcome = await outcomeOf(async () => {
    const provider = await acquirerOf(ports, requested, attempt);
    const found = await (providerReceiverId === null
      ? requireSupport(provider.findReceiver)({ registrationId })
      : requireSupport(provider.getReceiver)({ providerReceiverId }));
    const isAbsent = isAbsentThere(provider, 'createReceiver', calls);
    return { found, isAbsent, isEverFinal: provider.absence?.createReceiver !== undefined };
  });
  noteLookUp([attempt], outcome, ports);
  // The process that made the call will not record its outcome any more.
  const isInterrupted = (status === 'REQUESTED' || status === 'BEGUN') && !mayAnyBeUnderWay(calls);
  const interruption: readonly RegistrationCommand[] = isInterrupted
    ? [{ ...identityOf(requested, ports), type: 'RecordUnanswered', failure: 'interrupted' }]
    : [];
  if (outcome.kind !== 'answered') return interruption;
  const { found, isAbsent, isEverFinal } = outcome.result;
  if (found) return acceptAnswer(requested, found, ports);
  if (providerReceiverId !== null) return [];
  // By the record, the acquirer refused the registration, or staff decided that the acquirer has none.
  if (status === 'REFUSED') return [];
  if (isAbsent) return send(requested, { attempt, isAbsent }, ports);
  return isEverFinal ? [] : interruption;
};

export const registerReceiver = defineReaction('register-receiver', {
  ReceiverRegistrationRequested: async ({ aggregateId: sellerId, data, position }, ports) => {
    const epoch = epochOfRequest(await ports.epoch(), { position, data });
    const origin = { at: data.at, epoch };
    const commands = await send(data, { attempt: null, origin }, ports);
    return commands.map((command) => ({ to: 'receiver', id: sellerId, command }));
  },
});
