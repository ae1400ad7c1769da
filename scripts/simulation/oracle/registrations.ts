import type { RegisteredReceiver } from '#/scripts/simulation/banks/bank.ts';
import { fieldsOf } from './texts.ts';

/** An event, read only as text. */
interface EventText {
  readonly type: string;
  readonly data: string;
}

/** Events of a registration, in order. */
type Said = readonly { readonly type: string; readonly receiver: string }[];

const saidOf = (events: readonly EventText[]): ReadonlyMap<string, Said> => {
  const named = events.flatMap((event) => {
    if (!event.type.startsWith('Receiver')) return [];
    const { registrationId: id, providerReceiverId: receiver = '' } = fieldsOf(event);
    if (typeof id !== 'string' || typeof receiver !== 'string') return [];
    return [{ id, type: event.type, receiver }];
  });
  return Map.groupBy(named, ({ id }) => id);
};

const has = (said: Said, type: string): boolean => said.some((each) => each.type === type);

/** A proposal or a rejection decides nothing. */
const UNDECIDED = /Resolution(?:Proposed|Rejected)$/;

/** Staff must look whether the registration was carried out. */
const isLeft = (said: Said): boolean =>
  said.findLast(({ type }) => !UNDECIDED.test(type))?.type === 'ReceiverRegistrationUnanswered';

const isOver = (said: Said): boolean =>
  has(said, 'ReceiverRegistered') || has(said, 'ReceiverRegistrationRefused');

const findFaults = (said: Said, there: readonly RegisteredReceiver[]): readonly string[] => {
  const registered = said.filter(({ type }) => type === 'ReceiverRegistered');
  const isUnknown = registered.some(
    ({ receiver }) => !there.some(({ providerReceiverId }) => providerReceiverId === receiver),
  );
  return [
    ...(there.length > 1 ? [`was carried out ${there.length} times`] : []),
    ...(isUnknown ? ['is on record, and no acquirer has its receiver'] : []),
    ...(there.length > 0 && has(said, 'ReceiverRegistrationRefused')
      ? ['was carried out and is called refused']
      : []),
  ];
};

const judgeUnfinished = (said: Said, there: readonly RegisteredReceiver[]): readonly string[] => {
  if (said.length > 0 && !isOver(said) && !isLeft(said))
    return ['is still open, and waits for nobody'];
  const isBooked = has(said, 'ReceiverRegistered') || isLeft(said);
  return there.length > 0 && !isBooked ? ['was carried out and is not on record'] : [];
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
  const said = saidOf(events);
  const books = Map.groupBy(receivers, ({ reference }) => reference);
  return [...new Set([...said.keys(), ...books.keys()])].flatMap((id) => {
    const [ours, its] = [said.get(id) ?? [], books.get(id) ?? []];
    const wrong = findFaults(ours, its);
    const all = isDrained && wrong.length === 0 ? judgeUnfinished(ours, its) : wrong;
    return all.map((what) => `registration ${id} ${what}`);
  });
};

/** Ids of what is left to staff. */
export const registrationsLeft = (events: readonly EventText[]): readonly string[] =>
  [...saidOf(events)].flatMap(([id, said]) => (isLeft(said) ? [id] : []));
