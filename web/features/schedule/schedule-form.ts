import type { DestinationItem } from '#/api/contract/payouts.ts';
import type { Schedule } from '#/api/contract/schedule.ts';
import { ProblemError } from '#/web/lib/rpc.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

type Every = Schedule['every'];

export const units: readonly Every['unit'][] = ['DAY', 'WEEK', 'MONTH'];

export interface ScheduleValues {
  readonly unit: Every['unit'];
  /** `1` = Monday. */
  readonly weekday: string;
  /** Of the month. */
  readonly day: number | null;
  /** In cents. */
  readonly minimum: number | null;
  /** Empty: no key is chosen. */
  readonly destinationId: string;
}

/** The last day that every month has. */
const MOST_DAY = 28;

type ApprovedKeys = readonly Pick<DestinationItem, 'destinationId' | 'holderName'>[];

/** Returns the id of the seller's own key, else of the first key. */
const firstChoice = (approved: ApprovedKeys): string =>
  (approved.find(({ holderName }) => holderName === null) ?? approved[0])?.destinationId ?? '';

/** The form's values; every Friday if there is no schedule. No key is chosen if the schedule's key is not approved. */
export const valuesOf = (schedule: Schedule | null, approved: ApprovedKeys): ScheduleValues => {
  const defaults = { unit: 'WEEK', weekday: '5', day: 1, minimum: null } as const;
  if (schedule === null) return { ...defaults, destinationId: firstChoice(approved) };
  const { destinationId, every, minimum } = schedule;
  const isApproved = approved.some((each) => each.destinationId === destinationId);
  return {
    ...defaults,
    unit: every.unit,
    ...(every.unit === 'WEEK' && { weekday: String(every.weekday) }),
    ...(every.unit === 'MONTH' && { day: every.day }),
    minimum,
    destinationId: isApproved ? destinationId : '',
  };
};

export type ScheduleError = 'dayWrong' | 'minimumMissing' | 'destinationMissing';

export const scheduleErrors = ({
  unit,
  day,
  minimum,
  destinationId,
}: ScheduleValues): FormErrors<ScheduleValues, ScheduleError> => ({
  day: unit === 'MONTH' && (day === null || day < 1 || day > MOST_DAY) ? 'dayWrong' : undefined,
  minimum: minimum === null || minimum === 0 ? 'minimumMissing' : undefined,
  destinationId: destinationId === '' ? 'destinationMissing' : undefined,
});

const everyOf = ({ unit, weekday, day }: ScheduleValues): Every => {
  switch (unit) {
    case 'DAY':
      return { unit };
    case 'WEEK':
      return { unit, weekday: Number(weekday) };
    case 'MONTH':
      return { unit, day: day ?? 1 };
  }
};

/** Undefined while a field is wrong. */
export const scheduleOf = (values: ScheduleValues): Schedule | undefined => {
  const isWrong = Object.values(scheduleErrors(values)).some((error) => error !== undefined);
  const { destinationId, minimum } = values;
  if (isWrong || minimum === null) return undefined;
  return { destinationId, every: everyOf(values), minimum };
};

/** Codes with which the server refuses the chosen key. */
const KEY_REFUSALS: readonly string[] = ['destination/not-approved', 'resource/not-found'];

/** Whether the server refused the key: then the error text belongs at the field. */
export const isKeyRefused = (failure: Error | null): boolean =>
  failure instanceof ProblemError && KEY_REFUSALS.includes(failure.problem.code);
