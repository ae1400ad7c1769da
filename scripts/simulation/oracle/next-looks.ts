import { ACCOUNTED, CALLED_OFF } from './steps.ts';
import { ATTEMPTED, fieldsOf, nameOfStream, normaliseId, type EventText } from './texts.ts';

/** The open requests of one kind, which the product will ask acquirers about again. */
export interface AskedAgain {
  readonly category: 'payment' | 'refund' | 'withdrawal' | 'registration';
  /** Position of the newest event that is taken into account. */
  readonly upTo: string;
  readonly ids: readonly string[];
}

const isOpen = (its: readonly EventText[]): boolean =>
  its.some(({ type }) => ATTEMPTED.test(type)) &&
  !its.some(({ type }) => CALLED_OFF.test(type) || ACCOUNTED.test(type));

/** Events after which the acquirer must be asked about a registration, or need not be asked any more. */
const REGISTRATION = /^Receiver(?:Registration(?:Begun|Refused)|Registered|Activated|Rejected)$/;

/** Whether a registration was begun and has no outcome, or the acquirer still reviews the receiver. */
const isRegistrationOpen = (its: readonly EventText[]): boolean => {
  const last = its.findLast(({ type }) => REGISTRATION.test(type));
  if (last?.type === 'ReceiverRegistered') return fieldsOf(last)['status'] === 'PENDING';
  return last?.type === 'ReceiverRegistrationBegun';
};

/** Returns the name of the registration that an event is about; one stream has all registrations of a receiver. */
const registrationOf = (event: EventText): string | undefined => {
  const { registrationId } = fieldsOf(event);
  return typeof registrationId === 'string' ? normaliseId(registrationId) : undefined;
};

/** Returns the open requests of one kind among some events, each with a text that names it. */
const openIn = (
  events: readonly EventText[],
  category: AskedAgain['category'],
): readonly { readonly name: string; readonly what: string }[] => {
  if (category === 'registration') {
    const its = events.filter(({ stream }) => stream.startsWith('receiver-'));
    return [...Map.groupBy(its, registrationOf)].flatMap(([name, all]) =>
      name !== undefined && isRegistrationOpen(all) ? [{ name, what: `registration ${name}` }] : [],
    );
  }
  const its = events.filter(({ stream }) => stream.startsWith(`${category}-`));
  return [...Map.groupBy(its, ({ stream }) => stream)].flatMap(([stream, all]) =>
    isOpen(all) ? [{ name: nameOfStream(stream), what: stream }] : [],
  );
};

/** Checks at a quiet moment that every open attempt has a next look. @returns the faults found */
export const judgeNextLooks = (
  events: readonly EventText[],
  { category, upTo, ids }: AskedAgain,
): readonly string[] => {
  // A failover may have lost the newest event, and then nothing is judged until the read model is rebuilt.
  const known = events.slice(0, events.findIndex(({ position }) => position === upTo) + 1);
  const names = new Set(ids.map(normaliseId));
  return openIn(known, category).flatMap(({ name, what }) =>
    names.has(name)
      ? []
      : [`${what} has an open attempt, and its acquirer will not be asked again`],
  );
};
