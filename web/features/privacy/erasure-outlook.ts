import type { SubjectState } from '#/api/contract/privacy.ts';

type ClassState = SubjectState['classes'][number];

/** False after an earlier request: data that must be kept then (people.90) are erased by the server itself once their time is over. */
export const mayAskForErasure = ({ requestedAt, classes }: SubjectState): boolean =>
  requestedAt === null && classes.some(({ state }) => state !== 'ERASED');

/** What an erasure removes at once, and what must be kept until its duty ends. */
export const outlookOf = ({
  classes,
}: SubjectState): {
  readonly goes: readonly ClassState[];
  readonly stays: readonly ClassState[];
} => ({
  goes: classes.filter(({ state }) => state === 'FREE'),
  stays: classes.filter(({ state }) => state === 'HELD'),
});
