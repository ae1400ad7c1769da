import type { SubjectState } from '#/api/contract/privacy.ts';

type ClassState = SubjectState['classes'][number];

/** Not after an earlier request: the server itself erases data that must be kept (people.90) once their time is over. */
export const mayAskForErasure = ({ requestedAt, classes }: SubjectState): boolean =>
  requestedAt === null && classes.some(({ state }) => state !== 'ERASED');

export const outlookOf = ({
  classes,
}: SubjectState): {
  readonly goes: readonly ClassState[];
  readonly stays: readonly ClassState[];
} => ({
  goes: classes.filter(({ state }) => state === 'FREE'),
  stays: classes.filter(({ state }) => state === 'HELD'),
});
