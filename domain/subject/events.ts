import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { retentionClasses } from '#/domain/privacy/encrypted.ts';
import { daySchema, timestampSchema } from '#/domain/values/time.ts';
import { retentionCauses } from './retention.ts';

const retentionClass = z.enum(retentionClasses);
const fact = { platformId: aggregateId, at: timestampSchema };

/** A person's data was exported; the metadata states by whom and why. */
const SubjectExported = z.strictObject(fact);

/** LGPD art. 18 VI; the metadata states who recorded the request and why. */
const SubjectErasureRequested = z.strictObject(fact);

/** Which classes may be erased now, and which must be kept. */
const SubjectErasureScheduled = z.strictObject({
  ...fact,
  classes: z
    .array(
      z.strictObject({
        class: retentionClass,
        /** Why the class is kept; empty = it is erased at once. */
        causes: z.array(z.enum(retentionCauses)),
        /** The first day on which no fiscal record requires this data any more; null = no fiscal record requires it. */
        until: daySchema.nullable(),
      }),
    )
    .min(1),
});

/** The keys of these classes are destroyed, so their data cannot be read again. */
const SubjectErased = z.strictObject({ ...fact, classes: z.array(retentionClass).min(1) });

/** No personal data: the person's id leads to nothing once the keys are gone. */
export const subjectEvents = {
  SubjectExported,
  SubjectErasureRequested,
  SubjectErasureScheduled,
  SubjectErased,
};
