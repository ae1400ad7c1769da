import { z } from 'zod';
import { personKinds } from '#/domain/access/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { retentionClasses } from '#/domain/privacy/encrypted.ts';
import { retentionCauses } from '#/domain/subject/retention.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { accessKind, loggedWord } from './access.ts';
import { mailStatus, mailTemplate } from './mail.ts';
import { after, instant, mutation, position, query } from './procedure.ts';

const subjectState = z.strictObject({
  subject: z.uuid(),
  /** Null without a request. */
  requestedAt: instant.nullable(),
  classes: z.array(
    z.strictObject({
      /** `fiscal`: name and document. `contact`: e-mail, phone, address, IP and tracking. */
      class: z.enum(retentionClasses),
      /** `HELD`: must be stored for the reasons in `causes`. `until`: the day on which the fiscal duty ends. */
      state: z.enum(['FREE', 'HELD', 'ERASED']),
      causes: z.array(z.enum(retentionCauses)),
      until: z.iso.date().nullable(),
    }),
  ),
  position,
});

const subjectExport = z.strictObject({
  subject: z.uuid(),
  platformId: aggregateId,
  exportedAt: instant,
  signIns: z.array(
    z.strictObject({
      /** As what the person signs in. */
      kind: z.enum(personKinds),
      personId: aggregateId,
      email: z.string(),
      name: z.string(),
      /** The e-mail that the person is changing to. */
      newEmail: z.string().nullable(),
      /** What the person has chosen for themselves. */
      preferences: z
        .strictObject({
          language: z.string().nullable(),
          theme: z.string().nullable(),
          switchedOff: z.array(z.string()),
        })
        .nullable(),
      /** Open sessions. */
      sessions: z.array(
        z.strictObject({ userAgent: z.string().nullable(), beganAt: instant, usedAt: instant }),
      ),
    }),
  ),
  records: z.array(
    z.strictObject({
      kind: z.enum([
        'payment',
        'withdrawal',
        'seller',
        'staff',
        'manager',
        'master',
        'receiver',
        'notes',
        'destination',
      ]),
      id: aggregateId,
      events: z.array(
        z.strictObject({
          type: z.string(),
          recordedAt: instant,
          facts: z.record(z.string(), z.unknown()),
          /** By path in the event, such as `buyer.identity`; null where erased. */
          personal: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
  /** Openings of this person's records, oldest first. Lists and exports name no person. */
  openings: z.array(
    z.strictObject({
      at: instant,
      opened: loggedWord,
      recordId: aggregateId,
      by: z.strictObject({ kind: z.enum(personKinds), id: aggregateId }),
    }),
  ),
  /** The person's entries of the access trail. */
  accesses: z.array(
    z.strictObject({
      at: instant,
      kind: accessKind,
      address: z.string().nullable(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
    }),
  ),
  mails: z.array(
    z.strictObject({ requestedAt: instant, template: mailTemplate, status: mailStatus }),
  ),
});

const reason = z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON);

export const privacyContract = {
  'admin.getSubject': query(
    "What is kept of a sale's buyer, how long, and whether they asked to be erased",
    z.strictObject({ paymentId: aggregateId, after }),
    subjectState,
  ),
  'admin.exportSubject': mutation(
    "Everything held of a sale's buyer, opened; that it was asked for goes on record",
    z.strictObject({ paymentId: aggregateId, reason }),
    subjectExport,
  ),
  'admin.requestErasure': mutation(
    "Erases a sale's buyer everywhere, now or as soon as the law allows",
    z.strictObject({ paymentId: aggregateId, reason }),
    subjectState,
  ),
};

export type SubjectState = z.output<typeof subjectState>;
export type SubjectExport = z.output<typeof subjectExport>;
