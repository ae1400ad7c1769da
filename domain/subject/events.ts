import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { retentionClasses } from '#/domain/sealed.ts';
import { daySchema, timestampSchema } from '#/domain/time.ts';
import { holdCauses } from './retention.ts';

const retentionClass = z.enum(retentionClasses);
const fact = { platformId: aggregateId, at: timestampSchema };

/** Someone was given all that is held of the person; who and why stand beside the event. */
const SubjectExported = z.strictObject(fact);

/** The person wants to be forgotten (LGPD art. 18 VI); who took it in and why stand beside the event. */
const SubjectErasureRequested = z.strictObject(fact);

/** What the law lets go of now, and what it holds. */
const SubjectErasureScheduled = z.strictObject({
  ...fact,
  classes: z
    .array(
      z.strictObject({
        class: retentionClass,
        /** Why it is held; empty = it goes at once. */
        causes: z.array(z.enum(holdCauses)),
        /** The day on which it may go; null = at once, or as soon as the causes have ended. */
        until: daySchema.nullable(),
      }),
    )
    .min(1),
});

/** The keys of these classes are destroyed: nothing sealed under them can ever be read again. */
const SubjectErased = z.strictObject({ ...fact, classes: z.array(retentionClass).min(1) });

/** Facts about a person's data. They hold none of it: only the person's id, which leads to nothing once keys are gone. */
export const subjectEvents = {
  SubjectExported,
  SubjectErasureRequested,
  SubjectErasureScheduled,
  SubjectErased,
};
