import { ACCOUNTED, CALLED_OFF } from './steps.ts';
import { ATTEMPTED, nameOfStream, normaliseId, type EventText } from './texts.ts';

/** The open requests of one kind, which the product will ask acquirers about again. */
export interface AskedAgain {
  readonly category: 'payment' | 'refund' | 'withdrawal';
  /** Position of the newest event that is taken into account. */
  readonly upTo: string;
  readonly ids: readonly string[];
}

const isOpen = (its: readonly EventText[]): boolean =>
  its.some(({ type }) => ATTEMPTED.test(type)) &&
  !its.some(({ type }) => CALLED_OFF.test(type) || ACCOUNTED.test(type));

/** Checks at a quiet moment that every open attempt has a next look. @returns the faults found */
export const judgeNextLooks = (
  events: readonly EventText[],
  { category, upTo, ids }: AskedAgain,
): readonly string[] => {
  // A failover may have lost the newest event, and then nothing is judged until the read model is rebuilt.
  const known = events.slice(0, events.findIndex(({ position }) => position === upTo) + 1);
  const its = known.filter(({ stream }) => stream.startsWith(`${category}-`));
  const names = new Set(ids.map(normaliseId));
  return [...Map.groupBy(its, ({ stream }) => stream)].flatMap(([stream, all]) =>
    isOpen(all) && !names.has(nameOfStream(stream))
      ? [`${stream} has an open attempt, and its acquirer will not be asked again`]
      : [],
  );
};
