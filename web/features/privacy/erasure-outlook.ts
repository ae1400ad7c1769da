import type { SubjectState } from '#/api/contract/privacy.ts';

type ClassState = SubjectState['classes'][number];

/** What may still be asked for: nothing once all is erased, and once asked the rest follows by itself. */
export const mayAskForErasure = ({ requestedAt, classes }: SubjectState): boolean =>
  requestedAt === null && classes.some(({ state }) => state !== 'ERASED');

/** What asking now would do, and what it would leave for later. */
export const outlookOf = ({
  classes,
}: SubjectState): {
  readonly goes: readonly ClassState[];
  readonly stays: readonly ClassState[];
} => ({
  goes: classes.filter(({ state }) => state === 'FREE'),
  stays: classes.filter(({ state }) => state === 'HELD'),
});
