import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { AcquirerCommand } from './commands.ts';
import type { acquirerEvents, AcquirerSteppedAsideData, UnknownStatus } from './events.ts';
import { suspensionSeconds } from './health.ts';
import type { Purpose } from './route.ts';

export type AcquirerEvent = EventOf<typeof acquirerEvents>;

/** A suspension of an acquirer; `timesInARow` counts it and those shortly before it. */
export interface Suspension extends Pick<
  AcquirerSteppedAsideData,
  'reason' | 'seen' | 'until' | 'at'
> {
  readonly timesInARow: number;
}

/** A platform's acquirer: its last suspension for each purpose, and status words that we do not know. */
export type Acquirer = Readonly<Partial<Record<Purpose, Suspension>>> & {
  readonly unknownStatuses?: readonly UnknownStatus[];
  /** Undefined = staff have neither connected nor disconnected it. */
  readonly isConnected?: boolean;
};

/** An acquirer that sends a new word every time would fill the list. */
const UNKNOWN_STATUSES_MAX = 20;

/** How many suspensions in a row came before. The count restarts once the acquirer was well for as long as the last one was to last. */
const timesBefore = (last: Suspension | undefined, now: Timestamp): number => {
  if (!last) return 0;
  const isWell = now > addSeconds(last.until, suspensionSeconds(last.timesInARow - 1));
  return isWell ? 0 : last.timesInARow;
};

const isSuspended = (
  suspension: Suspension | undefined,
  now: Timestamp,
): suspension is Suspension => suspension !== undefined && now < suspension.until;

/** Undefined = the acquirer is not suspended. */
export const suspensionNow = (
  acquirer: Acquirer,
  purpose: Purpose,
  now: Timestamp,
): Suspension | undefined => {
  const suspension = acquirer[purpose];
  return isSuspended(suspension, now) ? suspension : undefined;
};

/** An acquirer of a platform: whether it is connected, suspensions, unknown status words. */
export const acquirer: Decider<AcquirerCommand, AcquirerEvent, Acquirer> & {
  readonly category: 'acquirer';
} = {
  category: 'acquirer',
  initial: {},
  decide: (command, state) => {
    const { platformId, provider, now: at } = command;
    const owner = { platformId, provider, at };
    switch (command.type) {
      case 'Connect':
        return [{ type: 'AcquirerConnected', data: owner }];
      case 'Disconnect':
        return [{ type: 'AcquirerDisconnected', data: owner }];
      case 'Suspend': {
        const { purpose, reason, seen } = command;
        const last = state[purpose];
        if (isSuspended(last, at)) return [];
        const until = addSeconds(at, suspensionSeconds(timesBefore(last, at)));
        return [{ type: 'AcquirerSteppedAside', data: { ...owner, purpose, reason, seen, until } }];
      }
      case 'Resume': {
        const { purpose } = command;
        if (!isSuspended(state[purpose], at)) return [];
        return [{ type: 'AcquirerCalledBack', data: { ...owner, purpose } }];
      }
      case 'RecordUnknownStatus': {
        const { about, word, takenFor } = command;
        const { unknownStatuses = [] } = state;
        const isKnown = unknownStatuses.some((each) => each.about === about && each.word === word);
        if (isKnown || unknownStatuses.length >= UNKNOWN_STATUSES_MAX) return [];
        return [{ type: 'AcquirerWordUnheard', data: { ...owner, about, word, takenFor } }];
      }
    }
  },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'AcquirerConnected':
        return { ...state, isConnected: true };
      case 'AcquirerDisconnected':
        return { ...state, isConnected: false };
      case 'AcquirerSteppedAside': {
        const { purpose, reason, seen, until, at } = data;
        const timesInARow = 1 + timesBefore(state[purpose], at);
        return { ...state, [purpose]: { reason, seen, until, at, timesInARow } };
      }
      case 'AcquirerWordUnheard': {
        const { platformId: _, provider: __, ...word } = data;
        return { ...state, unknownStatuses: [...(state.unknownStatuses ?? []), word] };
      }
      case 'AcquirerCalledBack': {
        const { purpose, at } = data;
        const last = state[purpose];
        return last ? { ...state, [purpose]: { ...last, until: at } } : state;
      }
    }
  },
};
