import { z } from 'zod';
import { callAttempt } from '#/domain/acquiring/call-attempt.ts';
import { repeatPart } from '#/domain/epoch/epoch.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import {
  BY_ONE,
  isByEnough,
  resolutionProposed,
  resolutionRejected,
  resolvedWithoutMoney,
} from '#/domain/investigation/events.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { RECEIVER_FILE_BYTES_MAX, receiverContentTypes, receiverFileKinds } from './files.ts';

/** A receiver is a seller that acquirers are to register and pay (people.53). It has the seller's id. */
const fact = { platformId: aggregateId, sellerId: aggregateId, at: timestampSchema };

export const receiverFileKind = z.enum(receiverFileKinds);
export const receiverContentType = z.enum(receiverContentTypes);
const documentType = z.enum(['CPF', 'CNPJ']);

const details = {
  documentType,
  /** `ReceiverRegister`: bank account, revenue, the person or partners. */
  register: encrypted,
  /** `ReceiverContact`: phone and address. */
  contact: encrypted,
};

const ReceiverDetailsRevised = z.strictObject({ ...fact, ...details });

const fileFact = { ...fact, fileId: z.uuid(), kind: receiverFileKind };

/** The seller may upload these bytes: from now on, a file may exist in our storage. */
const ReceiverUploadGranted = z.strictObject({
  ...fileFact,
  contentType: receiverContentType,
  size: z.int().min(1).max(RECEIVER_FILE_BYTES_MAX),
});

/** The file matches its declaration. It replaces an earlier file of its kind. */
const ReceiverFileSubmitted = z.strictObject({
  ...fileFact,
  contentType: receiverContentType,
  size: z.int(),
});

const ReceiverFileRemoved = z.strictObject(fileFact);
const ReceiverFileApproved = z.strictObject(fileFact);
const ReceiverFileRejected = z.strictObject({ ...fileFact, reason: z.string().min(1).max(300) });

/** Every provider's status is mapped to one of these (people.64). */
const status = z.enum(['PENDING', 'ACTIVE', 'REJECTED']);

const registration = {
  ...fact,
  provider: z.string(),
  /** Our id for this registration at the acquirer, the same in all its calls. */
  registrationId: z.uuid(),
};

/** `domain/workflows/register-receiver.ts` sends the request to the acquirer. */
const ReceiverRegistrationRequested = z.strictObject({
  ...registration,
  ...details,
  ...repeatPart,
  /** The seller's name and document, and e-mail address. */
  identity: encrypted,
  email: encrypted,
  /** The approved files. */
  files: z.array(
    z.strictObject({ fileId: z.uuid(), kind: receiverFileKind, contentType: receiverContentType }),
  ),
});

/** The call is about to be sent. If no outcome follows, the registration may have happened. */
const ReceiverRegistrationBegun = z.strictObject({
  ...registration,
  /** Absent in older events. */
  attempt: callAttempt.optional(),
});

const ReceiverRegistered = z.strictObject({
  ...registration,
  /** The acquirer's id for the receiver; the key of the receiver's account there is in no event. */
  providerReceiverId: z.string().min(1),
  status,
});

const ReceiverRegistrationRefused = z.strictObject({
  ...registration,
  cause: z.string(),
  /** Explains the cause, where the acquirer or its adapter does. */
  text: z.string().nullable(),
});

/** The outcome is unknown: a read-back or two members of staff settle it. */
const ReceiverRegistrationUnanswered = z.strictObject({ ...registration, failure: z.string() });

/** The acquirer contradicts what staff decided about the registration: staff must decide again. */
const ReceiverRegistrationContradicted = z.strictObject({
  ...registration,
  /** What the acquirer says. */
  said: z.enum(['REGISTERED', 'REFUSED']),
  /** The receiver's id that it states; null if it refused. */
  providerReceiverId: z.string().min(1).nullable(),
  /** Why it refused; null if it did not. */
  cause: z.string().nullable(),
});

const ReceiverRegistrationResolutionProposed = resolutionProposed
  .omit({ currency: true, amount: true })
  .extend(registration);
const ReceiverRegistrationResolutionRejected = resolutionRejected.extend(registration);
const ReceiverRegistrationResolved = z
  .strictObject({ ...resolvedWithoutMoney, ...registration })
  .refine(isByEnough, BY_ONE);

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
  ReceiverRegistrationContradicted,
  ReceiverRegistrationResolutionProposed,
  ReceiverRegistrationResolutionRejected,
  ReceiverRegistrationResolved,
  ReceiverActivated,
  ReceiverRejected,
};

export type ReceiverRegistrationRequestedData = z.output<typeof ReceiverRegistrationRequested>;
