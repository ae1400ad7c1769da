import { z } from 'zod';
import { bankPatterns } from '#/domain/brazil/banks.ts';
import { isValidCpf } from '#/domain/brazil/document.ts';
import { isValidPhone } from '#/domain/brazil/phone.ts';
import { normalisePostalCode } from '#/domain/brazil/postal-code.ts';
import { states } from '#/domain/brazil/states.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { receiverContentType, receiverFileKind } from '#/domain/receiver/events.ts';
import { RECEIVER_FILE_BYTES_MAX } from '#/domain/receiver/files.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import {
  after,
  centsOut,
  instant,
  mutation,
  page,
  paging,
  position,
  query,
  typedName,
} from './procedure.ts';

/** Sellers as registered with acquirers (people.53, people.56). */

const words = (most: number) => z.string().trim().min(1).max(most);
const phone = z.string().max(20).refine(isValidPhone);
const monthly = z.int().min(1).max(99_999_999_99);
const birthdate = z.iso.date().refine((day) => /^(?:19|20)/.test(day));

const address = z.strictObject({
  zipCode: z
    .string()
    .max(10)
    .refine((text) => normalisePostalCode(text) !== undefined),
  address: words(120),
  number: words(10),
  complement: words(60).optional(),
  district: words(60),
  city: words(60),
  state: z.enum(states),
  referencePoint: words(80).optional(),
});

const person = { birthdate, occupation: words(60), motherName: words(80).optional() };

const partner = z.strictObject({
  ...person,
  name: typedName(80),
  /** CPF. */
  document: z.string().max(14).refine(isValidCpf),
  email: z.email().max(120),
  phone,
  monthlyIncome: monthly,
  address,
});

export const receiverDetails = z.strictObject({
  phone,
  address,
  bankAccount: z.strictObject({
    bankCode: z.string().regex(bankPatterns.bankCode),
    branchNumber: z.string().regex(bankPatterns.branchNumber),
    /** Empty if the bank has none. */
    branchDigit: z.string().regex(bankPatterns.branchDigit),
    accountNumber: z.string().regex(bankPatterns.accountNumber),
    accountDigit: z.string().regex(bankPatterns.accountDigit),
    accountType: z.enum(['CHECKING', 'SAVINGS']),
  }),
  /** Per month, in cents. */
  monthlyRevenue: monthly,
  /** Products sold. */
  description: words(100),
  /** For a seller with a CPF. */
  person: z.strictObject(person).optional(),
  /** Of a company (CNPJ). */
  partners: z.array(partner).max(5).optional(),
});

const fileId = z.uuid();
const provider = z.string().min(1).max(40);
const status = z.enum(['SUBMITTED', 'APPROVED', 'REJECTED']);
const reason = z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON);

const file = z.strictObject({
  fileId,
  status,
  contentType: receiverContentType,
  size: z.int(),
  /** Why the file was rejected. */
  reason: z.string().nullable(),
  submittedAt: instant,
});

/** An item of the checklist; `file` is null until one is submitted. */
const checklistItem = z.strictObject({ kind: receiverFileKind, file: file.nullable() });

export const registration = z.strictObject({
  provider: z.string(),
  label: z.string(),
  /** `UNANSWERED`: the acquirer has not answered, and is asked again. `PENDING`, `ACTIVE`, `REJECTED`: the acquirer's words (people.64). */
  status: z.enum(['REQUESTED', 'UNANSWERED', 'REFUSED', 'PENDING', 'ACTIVE', 'REJECTED']),
  cause: z.string().nullable(),
  /** The acquirer's text about the registration. */
  text: z.string().nullable(),
  requestedAt: instant,
  changedAt: instant,
});

const adminRegistration = registration.extend({
  registrationId: z.string(),
  providerReceiverId: z.string().nullable(),
  /** Whether staff must decide how the registration ended. */
  waits: z.boolean(),
});
const review = z.enum(['INCOMPLETE', 'WAITING', 'REJECTED', 'APPROVED']);
const documentType = z.enum(['CPF', 'CNPJ']);

const sellerData = {
  name: z.string().nullable(),
  document: z.string().nullable(),
  email: z.string().nullable(),
  documentType: documentType.nullable(),
  /** Null before submission and after erasure. */
  details: receiverDetails.nullable(),
};

const written = z.strictObject({ position });
const ofSeller = { sellerId: aggregateId };

export const receiverContract = {
  'seller.getReceiver': query(
    'What the seller handed in to be registered with acquirers, and where they are',
    z.strictObject({ after }),
    z.strictObject({
      ...sellerData,
      /** How often the details were changed. */
      revision: z.int(),
      checklist: z.array(checklistItem),
      registrations: z.array(registration),
      /** Null for a seller who did not register by a link. */
      acceptedTerms: z.strictObject({ version: z.string(), at: instant }).nullable(),
      /** The seller may sell, but is paid only once staff have approved the whole checklist (people.119). */
      lacksApproval: z.boolean(),
      position,
    }),
  ),
  'seller.reviseReceiver': mutation(
    'Bank account, address, revenue, and who is behind it',
    receiverDetails.extend({
      /** Revision that the change is based on; refused if there is a later one. */
      basedOn: z.int().min(0),
    }),
    written,
  ),
  'seller.requestUpload': mutation(
    'Where a verification file may be put with one PUT, for a minute',
    z.strictObject({
      kind: receiverFileKind,
      contentType: receiverContentType,
      size: z.int().min(1).max(RECEIVER_FILE_BYTES_MAX),
    }),
    z.strictObject({
      fileId,
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      expiresAt: instant,
    }),
  ),
  'seller.submitReceiverFile': mutation(
    'Hands in what was uploaded, in place of an earlier file of its kind',
    z.strictObject({ fileId }),
    written,
  ),
  'seller.removeReceiverFile': mutation(
    'Takes a file back that is not approved',
    z.strictObject({ fileId }),
    written,
  ),
  'admin.listReceivers': query(
    'Sellers who handed in details or files, the last changed first',
    z.strictObject({ review: review.optional(), ...paging }),
    page(
      z.strictObject({
        ...ofSeller,
        sellerName: z.string().nullable(),
        documentType: documentType.nullable(),
        review,
        waiting: z.int(),
        changedAt: instant,
        registrations: z.array(registration.pick({ provider: true, label: true, status: true })),
      }),
    ),
  ),
  'admin.getReceiver': query(
    'A seller’s details and files, with links that end soon',
    z.strictObject({ ...ofSeller, after }),
    z.strictObject({
      ...ofSeller,
      ...sellerData,
      revision: z.int(),
      checklist: z.array(
        checklistItem.extend({
          /** Valid for a minute; null while the storage is unavailable. */
          url: z.string().nullable(),
        }),
      ),
      registrations: z.array(adminRegistration),
      /** Acquirers of the platform that register receivers. */
      acquirers: z.array(z.strictObject({ provider: z.string(), label: z.string() })),
      position,
    }),
  ),
  'admin.getReceiverBalance': query(
    'What a seller has at an acquirer, read there now',
    z.strictObject({ ...ofSeller, provider }),
    z.strictObject({
      /** Null when the acquirer reports none. */
      balance: centsOut.nullable(),
      readAt: instant,
    }),
  ),
  'admin.approveReceiverFile': mutation(
    'Finds a verification file good',
    z.strictObject({ ...ofSeller, fileId }),
    written,
  ),
  'admin.rejectReceiverFile': mutation(
    'Turns a verification file down; the seller reads why',
    z.strictObject({ ...ofSeller, fileId, reason }),
    written,
  ),
  'admin.registerReceiver': mutation(
    'Has a seller registered with an acquirer',
    z.strictObject({
      ...ofSeller,
      provider,
      /** Revision of the details that the caller saw: the seller may have changed the bank account since. */
      basedOn: z.int().min(0),
    }),
    written,
  ),
  'admin.readBackReceiver': mutation(
    'Asks the acquirer now how a registration stands',
    z.strictObject({ ...ofSeller, provider }),
    written,
  ),
};

export type ReceiverDetails = z.output<typeof receiverDetails>;
