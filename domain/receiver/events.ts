import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { sealed } from '#/domain/sealed.ts';
import { timestampSchema } from '#/domain/time.ts';
import { RECEIVER_FILE_BYTES_MAX, receiverContentTypes, receiverFileKinds } from './files.ts';

/** A seller as somebody whom acquirers are to know and pay (people.53); ids are the seller's. */
const fact = { platformId: aggregateId, sellerId: aggregateId, at: timestampSchema };

export const receiverFileKind = z.enum(receiverFileKinds);
export const receiverContentType = z.enum(receiverContentTypes);
const documentType = z.enum(['CPF', 'CNPJ']);

const details = {
  documentType,
  /** `ReceiverRegister`: bank account, revenue, who is behind it. */
  register: sealed,
  /** `ReceiverContact`: phone and address. */
  contact: sealed,
};

const ReceiverDetailsRevised = z.strictObject({ ...fact, ...details });

const fileFact = { ...fact, fileId: z.uuid(), kind: receiverFileKind };

/** The seller may upload these bytes: from here on it is known that there may be a file. */
const ReceiverUploadGranted = z.strictObject({
  ...fileFact,
  contentType: receiverContentType,
  size: z.int().min(1).max(RECEIVER_FILE_BYTES_MAX),
});

/** The bytes are there and are what they were said to be. In place of an earlier one of the kind. */
const ReceiverFileSubmitted = z.strictObject({
  ...fileFact,
  contentType: receiverContentType,
  size: z.int(),
});

const ReceiverFileRemoved = z.strictObject(fileFact);
const ReceiverFileApproved = z.strictObject(fileFact);
const ReceiverFileRejected = z.strictObject({ ...fileFact, reason: z.string().min(1).max(300) });

/** Receivers' status as every provider's is normalised to (people.64). */
const status = z.enum(['PENDING', 'ACTIVE', 'REJECTED']);

const registration = {
  ...fact,
  /** The acquirer. */
  provider: z.string(),
  /** What we call this registration there; a new try has a new one. */
  registrationId: z.uuid(),
};

/** To be carried out by an errand: everything as it was when an administrator asked for it. */
const ReceiverRegistrationRequested = z.strictObject({
  ...registration,
  ...details,
  /** The seller's own name and document, and e-mail. */
  identity: sealed,
  email: sealed,
  /** Those that were approved. */
  files: z.array(
    z.strictObject({ fileId: z.uuid(), kind: receiverFileKind, contentType: receiverContentType }),
  ),
});

/** The acquirer is being asked. What comes to no end after this may have happened. */
const ReceiverRegistrationBegun = z.strictObject(registration);

const ReceiverRegistered = z.strictObject({
  ...registration,
  /** The acquirer's name for the receiver; its key to an account of its own is in no event. */
  providerReceiverId: z.string().min(1),
  status,
});

const ReceiverRegistrationRefused = z.strictObject({
  ...registration,
  cause: z.string(),
  /** What a person is told, where the acquirer or its adapter has words for it. */
  text: z.string().nullable(),
});

/** No answer: to be read back, or to be settled by a person who looks at the acquirer. */
const ReceiverRegistrationUnanswered = z.strictObject({ ...registration, failure: z.string() });

const ReceiverActivated = z.strictObject({ ...registration, providerReceiverId: z.string() });
const ReceiverRejected = z.strictObject({ ...registration, providerReceiverId: z.string() });

export const receiverEvents = {
  ReceiverDetailsRevised,
  ReceiverUploadGranted,
  ReceiverFileSubmitted,
  ReceiverFileRemoved,
  ReceiverFileApproved,
  ReceiverFileRejected,
  ReceiverRegistrationRequested,
  ReceiverRegistrationBegun,
  ReceiverRegistered,
  ReceiverRegistrationRefused,
  ReceiverRegistrationUnanswered,
  ReceiverActivated,
  ReceiverRejected,
};

export type ReceiverRegistrationRequestedData = z.output<typeof ReceiverRegistrationRequested>;
