import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import type { LastAttempt } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { Investigation } from '#/domain/investigation/investigation.ts';
import type { ReceiverStatus } from '#/domain/ports/receiver.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { ReceiverCommand } from './commands.ts';
import type { receiverEvents, ReceiverRegistrationRequestedData } from './events.ts';
import { receiverFileKinds, type ReceiverContentType, type ReceiverFileKind } from './files.ts';
import {
  evolveRegistration,
  investigateRegistration,
  recordRegistration,
  requestRegistration,
} from './registration.ts';

export type ReceiverEvent = EventOf<typeof receiverEvents>;

export interface Upload {
  readonly fileId: string;
  readonly kind: ReceiverFileKind;
  readonly contentType: ReceiverContentType;
  readonly size: number;
  readonly at: Timestamp;
}

export interface SubmittedFile extends Upload {
  readonly status: 'SUBMITTED' | 'APPROVED' | 'REJECTED';
}

export interface Registration {
  readonly requested: ReceiverRegistrationRequestedData;
  /** The progress of our request; once the acquirer has a receiver, its status. */
  readonly status: 'REQUESTED' | 'BEGUN' | 'UNANSWERED' | 'REFUSED' | ReceiverStatus;
  readonly attempt: LastAttempt | null;
  readonly providerReceiverId: string | null;
  /** What the acquirer said last that contradicts the decision of staff: the id of a registered receiver; null = it refused the registration. */
  readonly lastContradiction: { readonly providerReceiverId: string | null } | null;
  readonly investigation: Investigation;
}

export interface Receiver {
  readonly details: {
    readonly documentType: 'CPF' | 'CNPJ';
    readonly register: Encrypted;
    readonly contact: Encrypted;
  } | null;
  /** How often the details were revised; files and registrations do not count. */
  readonly detailsRevision: number;
  /** Uploads granted within the last day. */
  readonly uploads: readonly Upload[];
  readonly files: Readonly<Partial<Record<ReceiverFileKind, SubmittedFile>>>;
  /** How often a photo of the document was approved or rejected. */
  readonly photoReviews: number;
  /** The last registration at each acquirer. */
  readonly registrations: Readonly<Record<string, Registration>>;
}

const UPLOAD_SECONDS = 86_400;
const UPLOADS_A_DAY = 60;

const listFreshUploads = ({ uploads }: Receiver, now: Timestamp): readonly Upload[] =>
  uploads.filter(({ at }) => at > addSeconds(now, -UPLOAD_SECONDS));

/** Returns the file with that id, unless it was removed or replaced. */
export const findFile = (receiver: Receiver, fileId: string): SubmittedFile | undefined =>
  receiverFileKinds
    .map((kind) => receiver.files[kind])
    .find((file) => file !== undefined && file.fileId === fileId);

/** Returns the upload with that id, if it was granted within the last day. */
export const findUpload = (
  receiver: Receiver,
  fileId: string,
  now: Timestamp,
): Upload | undefined => listFreshUploads(receiver, now).find((upload) => upload.fileId === fileId);

const ofFile = (
  command: Extract<
    ReceiverCommand,
    { readonly type: 'SubmitFile' | 'RemoveFile' | 'ApproveFile' | 'RejectFile' }
  >,
  receiver: Receiver,
): readonly ReceiverEvent[] => {
  const { platformId, sellerId, fileId, now: at } = command;
  const file = findFile(receiver, fileId);
  if (command.type === 'SubmitFile') {
    if (file) return [];
    const upload = findUpload(receiver, fileId, at);
    if (!upload) throw new Refused('receiver/unknown-file');
    const data = { ...upload, platformId, sellerId, at };
    return [{ type: 'ReceiverFileSubmitted', data }];
  }
  if (!file) throw new Refused('receiver/unknown-file');
  const about = { platformId, sellerId, fileId, kind: file.kind, at };
  switch (command.type) {
    case 'RemoveFile':
      // Approved files prove to acquirers that we know this seller, so they are kept.
      if (file.status === 'APPROVED') throw new Refused('receiver/file-approved');
      return [{ type: 'ReceiverFileRemoved', data: about }];
    case 'ApproveFile':
      if (file.status === 'APPROVED') return [];
      // Someone judged a photo after the document was claimed, so the claim may be outdated.
      if (command.review !== undefined && command.review !== receiver.photoReviews)
        throw new Refused('record/changed-meanwhile');
      return [{ type: 'ReceiverFileApproved', data: about }];
    case 'RejectFile':
      if (file.status === 'REJECTED') return [];
      return [{ type: 'ReceiverFileRejected', data: { ...about, reason: command.reason } }];
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
      const fresh = listFreshUploads(receiver, at);
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
      return requestRegistration(command, receiver);
    case 'InvestigateRegistration':
      return investigateRegistration(command, receiver);
    default:
      return recordRegistration(command, receiver);
  }
};

const withJudgement = (
  receiver: Receiver,
  kind: ReceiverFileKind,
  status: SubmittedFile['status'],
): Receiver => {
  const file = receiver.files[kind];
  if (!file) return receiver;
  const photoReviews = receiver.photoReviews + (kind === 'photoDocument' ? 1 : 0);
  return { ...receiver, photoReviews, files: { ...receiver.files, [kind]: { ...file, status } } };
};

const evolve = (receiver: Receiver, event: ReceiverEvent): Receiver => {
  switch (event.type) {
    case 'ReceiverDetailsRevised': {
      const { documentType, register, contact } = event.data;
      const detailsRevision = receiver.detailsRevision + 1;
      return { ...receiver, detailsRevision, details: { documentType, register, contact } };
    }
    case 'ReceiverUploadGranted': {
      const { fileId, kind, contentType, size, at } = event.data;
      const uploads = [...listFreshUploads(receiver, at), { fileId, kind, contentType, size, at }];
      return { ...receiver, uploads };
    }
    case 'ReceiverFileSubmitted': {
      const { fileId, kind, contentType, size, at } = event.data;
      const file: SubmittedFile = { fileId, kind, contentType, size, at, status: 'SUBMITTED' };
      return { ...receiver, files: { ...receiver.files, [kind]: file } };
    }
    case 'ReceiverFileRemoved': {
      const { [event.data.kind]: _, ...files } = receiver.files;
      return { ...receiver, files };
    }
    case 'ReceiverFileApproved':
      return withJudgement(receiver, event.data.kind, 'APPROVED');
    case 'ReceiverFileRejected':
      return withJudgement(receiver, event.data.kind, 'REJECTED');
    default:
      return evolveRegistration(receiver, event);
  }
};

/** A seller's details, verification files and registrations with acquirers. */
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
