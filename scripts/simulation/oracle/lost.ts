import {
  ATTEMPTED,
  fieldsOf,
  nameOfStream,
  normaliseId,
  type EventText,
  type LogText,
} from './texts.ts';

const REQUEST = /^(?:payment|refund|withdrawal)-/;

/** Whether the log has lost all events of a request that names the item. */
const isRequestLost = ({ events, everything }: LogText, name: string): boolean => {
  const remaining = new Set(events.map(({ stream }) => stream));
  return everything.some(
    ({ stream, data }) =>
      REQUEST.test(stream) &&
      !remaining.has(stream) &&
      normaliseId(`${stream} ${data}`).includes(name),
  );
};

/** Whether the log has lost every call for the item to some acquirer. */
const isCallLost = ({ events, everything }: LogText, name: string): boolean => {
  const calledIn = (all: readonly EventText[]): ReadonlySet<unknown> =>
    new Set(
      all
        .filter(({ type, stream }) => ATTEMPTED.test(type) && nameOfStream(stream) === name)
        .map((event) => fieldsOf(event)['provider']),
    );
  return calledIn(everything).difference(calledIn(events)).size > 0;
};

/** Returns the end of a finding: what a failover has lost of the item; empty = nothing. */
export const describeLost = (log: LogText, name: string): string => {
  if (isRequestLost(log, name)) return ', of which the log has lost a request';
  return isCallLost(log, name) ? ', of which the log has lost the calls of an acquirer' : '';
};
