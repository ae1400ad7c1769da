import type { SubjectState } from '#/api/contract/privacy.ts';

type ClassState = SubjectState['classes'][number];

/**
 * Whether erasure can be requested: some data are left, and it was not requested before. One request is enough: the server erases data
 * that must still be kept (people.90) once their time is over.
 */
export const mayAskForErasure = ({ requestedAt, classes }: SubjectState): boolean =>
  requestedAt === null && classes.some(({ state }) => state !== 'ERASED');

/** Returns which data a request would erase now, and which must be kept for now. */
export const outlookOf = ({
  classes,
}: SubjectState): {
  readonly goes: readonly ClassState[];
  readonly stays: readonly ClassState[];
} => ({
  goes: classes.filter(({ state }) => state === 'FREE'),
  stays: classes.filter(({ state }) => state === 'HELD'),
});
