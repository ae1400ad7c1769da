import type { Decider, EventOf } from '#/domain/decider.ts';
import { nextAttempt, type CallAttempt, type LastAttempt } from '#/domain/call-attempt.ts';
import { Refused } from '#/domain/errors.ts';
import type { ReceiverStatus } from '#/domain/ports/receiver.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { ReceiverCommand, RegistrationCommand } from './commands.ts';
import type { receiverEvents, ReceiverRegistrationRequestedData } from './events.ts';
import { receiverFileKinds, type ReceiverContentType, type ReceiverFileKind } from './files.ts';
import { registrationOf } from './registration-call.ts';

export type ReceiverEvent = EventOf<typeof receiverEvents>;

export interface Upload {
  readonly fileId: string;
  readonly kind: ReceiverFileKind;
  readonly contentType: ReceiverContentType;
  readonly size: number;
  readonly at: Timestamp;
}

export interface HeldFile extends Upload {
  readonly status: 'SUBMITTED' | 'APPROVED' | 'REJECTED';
}

export interface Registration {
  readonly requested: ReceiverRegistrationRequestedData;
  /** Before the acquirer has a receiver: the progress of our request. After that: the acquirer's status. */
  readonly status: 'REQUESTED' | 'BEGUN' | 'UNANSWERED' | 'REFUSED' | ReceiverStatus;
  /** The last call for the registration. */
  readonly attempt: LastAttempt | null;
  readonly providerReceiverId: string | null;
}

export interface Receiver {
  readonly details: {
    readonly documentType: 'CPF' | 'CNPJ';
    readonly register: Encrypted;
    readonly contact: Encrypted;
  } | null;
  /** How often the details were revised; files and registrations do not count. */
  readonly detailsRevision: number;
  /** Uploads granted within the day before the newest one, this one included. */
  readonly uploads: readonly Upload[];
  readonly files: Readonly<Partial<Record<ReceiverFileKind, HeldFile>>>;
  /** How often a photo of the document was approved or rejected. */
  readonly photoReviews: number;
  /** The last registration at each acquirer. */
  readonly registrations: Readonly<Record<string, Registration>>;
}

const UPLOAD_SECONDS = 86_400;
const UPLOADS_A_DAY = 60;

const freshUploads = ({ uploads }: Receiver, now: Timestamp): readonly Upload[] =>
  uploads.filter(({ at }) => at > addSeconds(now, -UPLOAD_SECONDS));

/** Returns the file with that id, unless it was removed or replaced by another of its kind. */
export const findFile = (receiver: Receiver, fileId: string): HeldFile | undefined =>
  receiverFileKinds
    .map((kind) => receiver.files[kind])
    .find((file) => file !== undefined && file.fileId === fileId);

/** Returns the upload with that id, if it was granted within the last day. */
export const findUpload = (
  receiver: Receiver,
  fileId: string,
  now: Timestamp,
): Upload | undefined => freshUploads(receiver, now).find((upload) => upload.fileId === fileId);

/** Only a registration that certainly failed, or that the acquirer rejected, may be followed by another. */
const isOver = ({ status }: Registration): boolean => status === 'REFUSED' || status === 'REJECTED';

const newRegistration = (
  command: Extract<ReceiverCommand, { readonly type: 'RequestRegistration' }>,
  { details, files, registrations }: Receiver,
): readonly ReceiverEvent[] => {
  const { type: _, now: at, ...about } = command;
  const before = registrations[command.provider];
  if (before?.requested.registrationId === command.registrationId) return [];
  if (before && !isOver(before)) throw new Refused('receiver/already-registered');
  if (details === null) throw new Refused('receiver/details-required');
  const held = receiverFileKinds.flatMap((kind) => files[kind] ?? []);
  // Missing files are reported by the acquirer: each acquirer requires different ones.
  const open = held.filter(({ status }) => status !== 'APPROVED').map(({ kind }) => kind);
  if (open.length > 0) throw new Refused('receiver/files-not-approved', { files: open });
  const sent = held.map(({ fileId, kind, contentType }) => ({ fileId, kind, contentType }));
  const data = { ...about, ...details, files: sent, at };
  return [{ type: 'ReceiverRegistrationRequested', data }];
};

const ofFile = (
  command: Extract<
    ReceiverCommand,
    { readonly type: 'SubmitFile' | 'RemoveFile' | 'ApproveFile' | 'RejectFile' }
  >,
  receiver: Receiver,
): readonly ReceiverEvent[] => {
  const { platformId, sellerId, fileId, now: at } = command;
  const held = findFile(receiver, fileId);
  if (command.type === 'SubmitFile') {
    if (held) return [];
    const upload = findUpload(receiver, fileId, at);
    if (!upload) throw new Refused('receiver/unknown-file');
    const data = { ...upload, platformId, sellerId, at };
    return [{ type: 'ReceiverFileSubmitted', data }];
  }
  if (!held) throw new Refused('receiver/unknown-file');
  const about = { platformId, sellerId, fileId, kind: held.kind, at };
  switch (command.type) {
    case 'RemoveFile':
      // Approved files are the evidence for our assurance to acquirers that we know this seller, so they must be kept.
      if (held.status === 'APPROVED') throw new Refused('receiver/file-approved');
      return [{ type: 'ReceiverFileRemoved', data: about }];
    case 'ApproveFile':
      if (held.status === 'APPROVED') return [];
      // Another person judged a photo meanwhile. The document that was claimed for this approval may belong to another seller by now.
      if (command.review !== undefined && command.review !== receiver.photoReviews)
        throw new Refused('record/changed-meanwhile');
      return [{ type: 'ReceiverFileApproved', data: about }];
    case 'RejectFile':
      if (held.status === 'REJECTED') return [];
      return [{ type: 'ReceiverFileRejected', data: { ...about, reason: command.reason } }];
  }
};

/** Older events do not record calls one by one. Their registrations had one call, which may have been sent. */
const attemptOf = ({
  attempt,
  registrationId: attemptId,
  provider,
  at,
}: Extract<ReceiverEvent, { readonly type: 'ReceiverRegistrationBegun' }>['data']): CallAttempt =>
  attempt ?? { attemptId, ordinal: 1, provider, deadline: at, at };

const AWAITING: readonly Registration['status'][] = ['REQUESTED', 'BEGUN', 'UNANSWERED'];

const ofRegistration = (
  command: RegistrationCommand,
  receiver: Receiver,
): readonly ReceiverEvent[] => {
  const { platformId, sellerId, provider, registrationId, now: at } = command;
  const isNew = command.type === 'BeginRegistration';
  const known = registrationOf(receiver, isNew ? { provider, registrationId } : command);
  if (!known) return [];
  const about = { platformId, sellerId, provider, registrationId, at };
  const { status, providerReceiverId } = known;
  if (command.type === 'RecordStatus') {
    // PENDING ("in review") after a decision is not recorded: the receiver keeps its status.
    if (providerReceiverId === null || command.status === status) return [];
    const data = { ...about, providerReceiverId };
    if (command.status === 'ACTIVE') return [{ type: 'ReceiverActivated', data }];
    return command.status === 'REJECTED' ? [{ type: 'ReceiverRejected', data }] : [];
  }
  if (!AWAITING.includes(status)) return [];
  switch (command.type) {
    case 'BeginRegistration': {
      const attempt = nextAttempt(known.attempt, command, provider);
      return attempt ? [{ type: 'ReceiverRegistrationBegun', data: { ...about, attempt } }] : [];
    }
    case 'RecordRegistered': {
      const { providerReceiverId: id, status: word } = command;
      const data = { ...about, providerReceiverId: id, status: word };
      return [{ type: 'ReceiverRegistered', data }];
    }
    case 'RecordRefused': {
      if (command.isUnsent && known.attempt) return [];
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

const decide = (command: ReceiverCommand, receiver: Receiver): readonly ReceiverEvent[] => {
  const { platformId, sellerId, now: at } = command;
  const about = { platformId, sellerId, at };
  switch (command.type) {
    case 'ReviseDetails': {
      const { documentType, register, contact, basedOn } = command;
      const { detailsRevision: revision } = receiver;
      if (basedOn !== undefined && basedOn !== revision)
        throw new Refused('record/changed-meanwhile', { revision });
      const data = { ...about, documentType, register, contact };
      return [{ type: 'ReceiverDetailsRevised', data }];
    }
    case 'GrantUpload': {
      const { fileId, kind, contentType, size } = command;
      const fresh = freshUploads(receiver, at);
      if (fresh.some((upload) => upload.fileId === fileId)) return [];
      if (fresh.length >= UPLOADS_A_DAY) throw new Refused('receiver/too-many-uploads');
      const data = { ...about, fileId, kind, contentType, size };
      return [{ type: 'ReceiverUploadGranted', data }];
    }
    case 'SubmitFile':
    case 'RemoveFile':
    case 'ApproveFile':
    case 'RejectFile':
      return ofFile(command, receiver);
    case 'RequestRegistration':
      return newRegistration(command, receiver);
    default:
      return ofRegistration(command, receiver);
  }
};

const withJudgement = (
  receiver: Receiver,
  kind: ReceiverFileKind,
  status: HeldFile['status'],
): Receiver => {
  const file = receiver.files[kind];
  if (!file) return receiver;
  const photoReviews = receiver.photoReviews + (kind === 'photoDocument' ? 1 : 0);
  return { ...receiver, photoReviews, files: { ...receiver.files, [kind]: { ...file, status } } };
};

const withRegistration = (
  receiver: Receiver,
  provider: string,
  changes: Partial<Registration>,
): Receiver => {
  const known = receiver.registrations[provider];
  if (!known) return receiver;
  const registrations = { ...receiver.registrations, [provider]: { ...known, ...changes } };
  return { ...receiver, registrations };
};

const evolve = (receiver: Receiver, event: ReceiverEvent): Receiver => {
  const { type, data } = event;
  switch (type) {
    case 'ReceiverDetailsRevised': {
      const { documentType, register, contact } = data;
      const detailsRevision = receiver.detailsRevision + 1;
      return { ...receiver, detailsRevision, details: { documentType, register, contact } };
    }
    case 'ReceiverUploadGranted': {
      const { fileId, kind, contentType, size, at } = data;
      const uploads = [...freshUploads(receiver, at), { fileId, kind, contentType, size, at }];
      return { ...receiver, uploads };
    }
    case 'ReceiverFileSubmitted': {
      const { fileId, kind, contentType, size, at } = data;
      const file: HeldFile = { fileId, kind, contentType, size, at, status: 'SUBMITTED' };
      return { ...receiver, files: { ...receiver.files, [kind]: file } };
    }
    case 'ReceiverFileRemoved': {
      const { [data.kind]: _, ...files } = receiver.files;
      return { ...receiver, files };
    }
    case 'ReceiverFileApproved':
      return withJudgement(receiver, data.kind, 'APPROVED');
    case 'ReceiverFileRejected':
      return withJudgement(receiver, data.kind, 'REJECTED');
    case 'ReceiverRegistrationRequested': {
      const none = { attempt: null, providerReceiverId: null };
      const one = { requested: data, status: 'REQUESTED', ...none } as const;
      return { ...receiver, registrations: { ...receiver.registrations, [data.provider]: one } };
    }
    case 'ReceiverRegistrationBegun':
      return withRegistration(receiver, data.provider, {
        status: 'BEGUN',
        attempt: attemptOf(data),
      });
    case 'ReceiverRegistered': {
      const { provider, status, providerReceiverId } = data;
      return withRegistration(receiver, provider, { status, providerReceiverId });
    }
    case 'ReceiverRegistrationRefused':
      return withRegistration(receiver, data.provider, { status: 'REFUSED' });
    case 'ReceiverRegistrationUnanswered':
      return withRegistration(receiver, data.provider, { status: 'UNANSWERED' });
    case 'ReceiverActivated':
      return withRegistration(receiver, data.provider, { status: 'ACTIVE' });
    case 'ReceiverRejected':
      return withRegistration(receiver, data.provider, { status: 'REJECTED' });
  }
};

/** A seller's details and verification files, their review, and the seller's registrations with acquirers. */
export const receiver: Decider<ReceiverCommand, ReceiverEvent, Receiver> = {
  category: 'receiver',
  initial: {
    details: null,
    detailsRevision: 0,
    uploads: [],
    files: {},
    photoReviews: 0,
    registrations: {},
  },
  decide,
  evolve,
};
