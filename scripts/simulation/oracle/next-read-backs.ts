import { ACCOUNTED, CALLED_OFF } from './steps.ts';
import { ATTEMPTED, fieldsOf, nameOfStream, normaliseId, type EventText } from './texts.ts';

/** Open requests of one kind, about which the product will ask again. */
export interface AskedAgain {
  readonly category: 'payment' | 'refund' | 'withdrawal' | 'registration';
  /** Position of the newest event that counts. */
  readonly upTo: string;
  readonly ids: readonly string[];
}

const isOpen = (history: readonly EventText[]): boolean =>
  history.some(({ type }) => ATTEMPTED.test(type)) &&
  !history.some(({ type }) => CALLED_OFF.test(type) || ACCOUNTED.test(type));

/** Events that decide whether the acquirer must be asked about a registration. */
const REGISTRATION = /^Receiver(?:Registration(?:Begun|Refused)|Registered|Activated|Rejected)$/;

/** A registration without an outcome, or under review. */
const isRegistrationOpen = (history: readonly EventText[]): boolean => {
  const last = history.findLast(({ type }) => REGISTRATION.test(type));
  if (last?.type === 'ReceiverRegistered') return fieldsOf(last)['status'] === 'PENDING';
  return last?.type === 'ReceiverRegistrationBegun';
};

/** Returns the registration of an event: one stream has all registrations of a receiver. */
const registrationOf = (event: EventText): string | undefined => {
  const { registrationId } = fieldsOf(event);
  return typeof registrationId === 'string' ? normaliseId(registrationId) : undefined;
};

/** Returns open requests, each with a text that names it in a finding. */
const openIn = (
  events: readonly EventText[],
  category: AskedAgain['category'],
): readonly { readonly name: string; readonly what: string }[] => {
  if (category === 'registration') {
    const ofReceivers = events.filter(({ stream }) => stream.startsWith('receiver-'));
    return [...Map.groupBy(ofReceivers, registrationOf)].flatMap(([name, all]) =>
      name !== undefined && isRegistrationOpen(all) ? [{ name, what: `registration ${name}` }] : [],
    );
  }
  const ofCategory = events.filter(({ stream }) => stream.startsWith(`${category}-`));
  return [...Map.groupBy(ofCategory, ({ stream }) => stream)].flatMap(([stream, all]) =>
    isOpen(all) ? [{ name: nameOfStream(stream), what: stream }] : [],
  );
};

/** At a quiet moment an acquirer will be asked again about every open attempt. @returns the faults found */
export const judgeNextReadBacks = (
  events: readonly EventText[],
  { category, upTo, ids }: AskedAgain,
): readonly string[] => {
  // If a failover has lost the newest event, nothing is judged until the rebuild.
  const counted = events.slice(0, events.findIndex(({ position }) => position === upTo) + 1);
  const names = new Set(ids.map(normaliseId));
  return openIn(counted, category).flatMap(({ name, what }) =>
    names.has(name)
      ? []
      : [`${what} has an open attempt, and its acquirer will not be asked again`],
  );
};
