import type { RegisteredReceiver } from '#/scripts/simulation/banks/bank.ts';
import { fieldsOf } from './texts.ts';

/** An event, read only as text. */
interface EventText {
  readonly type: string;
  readonly data: string;
}

/** Events of one registration, in order; `receiver` = the acquirer's id, or empty. */
type RegistrationEvents = readonly { readonly type: string; readonly receiver: string }[];

const groupByRegistration = (
  events: readonly EventText[],
): ReadonlyMap<string, RegistrationEvents> => {
  const ofRegistrations = events.flatMap((event) => {
    if (!event.type.startsWith('Receiver')) return [];
    const { registrationId: id, providerReceiverId: receiver = '' } = fieldsOf(event);
    if (typeof id !== 'string' || typeof receiver !== 'string') return [];
    return [{ id, type: event.type, receiver }];
  });
  return Map.groupBy(ofRegistrations, ({ id }) => id);
};

const has = (history: RegistrationEvents, type: string): boolean =>
  history.some((each) => each.type === type);

/** A proposal or a rejection decides nothing. */
const UNDECIDED = /Resolution(?:Proposed|Rejected)$/;

/** True if staff must find out whether the registration was carried out. */
const isLeftToStaff = (history: RegistrationEvents): boolean =>
  history.findLast(({ type }) => !UNDECIDED.test(type))?.type === 'ReceiverRegistrationUnanswered';

const isOver = (history: RegistrationEvents): boolean =>
  has(history, 'ReceiverRegistered') || has(history, 'ReceiverRegistrationRefused');

const findFaults = (
  history: RegistrationEvents,
  atAcquirers: readonly RegisteredReceiver[],
): readonly string[] => {
  const registered = history.filter(({ type }) => type === 'ReceiverRegistered');
  const isUnknown = registered.some(
    ({ receiver }) =>
      !atAcquirers.some(({ providerReceiverId }) => providerReceiverId === receiver),
  );
  return [
    ...(atAcquirers.length > 1 ? [`was carried out ${atAcquirers.length} times`] : []),
    ...(isUnknown ? ['is on record, and no acquirer has its receiver'] : []),
    ...(atAcquirers.length > 0 && has(history, 'ReceiverRegistrationRefused')
      ? ['was carried out and is called refused']
      : []),
  ];
};

const judgeUnfinished = (
  history: RegistrationEvents,
  atAcquirers: readonly RegisteredReceiver[],
): readonly string[] => {
  if (history.length > 0 && !isOver(history) && !isLeftToStaff(history))
    return ['is still open, and waits for nobody'];
  const isOnRecord = has(history, 'ReceiverRegistered') || isLeftToStaff(history);
  return atAcquirers.length > 0 && !isOnRecord ? ['was carried out and is not on record'] : [];
};

/**
 * @param isDrained whether each registration must have ended, or wait for staff
 * @returns the faults found
 */
export const judgeRegistrations = (
  events: readonly EventText[],
  receivers: readonly RegisteredReceiver[],
  isDrained: boolean,
): readonly string[] => {
  const histories = groupByRegistration(events);
  const books = Map.groupBy(receivers, ({ reference }) => reference);
  return [...new Set([...histories.keys(), ...books.keys()])].flatMap((id) => {
    const [history, atAcquirers] = [histories.get(id) ?? [], books.get(id) ?? []];
    const wrong = findFaults(history, atAcquirers);
    const all = isDrained && wrong.length === 0 ? judgeUnfinished(history, atAcquirers) : wrong;
    return all.map((what) => `registration ${id} ${what}`);
  });
};

/** Returns the ids of registrations that are left to staff. */
export const registrationsLeft = (events: readonly EventText[]): readonly string[] =>
  [...groupByRegistration(events)].flatMap(([id, history]) => (isLeftToStaff(history) ? [id] : []));
