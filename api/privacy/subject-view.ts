import type { SubjectState } from '#/api/contract/privacy.ts';
import { retentionClasses } from '#/domain/privacy/encrypted.ts';
import type { RetentionDuties } from '#/domain/subject/commands.ts';
import type { Subject } from '#/domain/subject/decider.ts';

/** Which data are erased, which must be kept, why and until when. */
export const subjectView = (
  { requestedAt, erased }: Subject,
  holds: RetentionDuties,
): Pick<SubjectState, 'requestedAt' | 'classes'> => ({
  requestedAt,
  classes: retentionClasses.map((each) => {
    if (erased.includes(each)) return { class: each, state: 'ERASED', causes: [], until: null };
    const { causes = [], until = null } = holds[each] ?? {};
    return { class: each, state: holds[each] ? 'HELD' : 'FREE', causes: [...causes], until };
  }),
});
