import type { Decider, EventOf } from '#/domain/decider.ts';
import { addSeconds, type Timestamp } from '#/domain/time.ts';
import type { AcquirerCommand } from './commands.ts';
import type { acquirerEvents, AcquirerSteppedAsideData, UnheardWord } from './events.ts';
import { restSeconds } from './health.ts';
import type { Purpose } from './route.ts';

export type AcquirerEvent = EventOf<typeof acquirerEvents>;

/** A pause of an acquirer; `timesInARow` counts it and the pauses shortly before it. */
export interface Aside extends Pick<AcquirerSteppedAsideData, 'reason' | 'seen' | 'until' | 'at'> {
  readonly timesInARow: number;
}

/** A platform's acquirer: its last pause for each purpose, and the status words from it that we do not know. */
export type Acquirer = Readonly<Partial<Record<Purpose, Aside>>> & {
  readonly unheard?: readonly UnheardWord[];
};

/** An acquirer that sends a new word every time would fill the list without use. */
const UNHEARD_MAX = 20;

/** An acquirer that has served as long as its last pause was meant to take counts as healthy again. */
const timesBefore = (last: Aside | undefined, now: Timestamp): number => {
  if (!last) return 0;
  const isWell = now > addSeconds(last.until, restSeconds(last.timesInARow - 1));
  return isWell ? 0 : last.timesInARow;
};

const isAway = (aside: Aside | undefined, now: Timestamp): aside is Aside =>
  aside !== undefined && now < aside.until;

/** Returns the acquirer's current pause; undefined when it serves. */
export const asideNow = (
  acquirer: Acquirer,
  purpose: Purpose,
  now: Timestamp,
): Aside | undefined => {
  const aside = acquirer[purpose];
  return isAway(aside, now) ? aside : undefined;
};

/** Pauses an unhealthy acquirer, which serves again by itself when the time is over: one stream per platform and acquirer. */
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
      case 'StepAside': {
        const { purpose, reason, seen } = command;
        const last = state[purpose];
        if (isAway(last, at)) return [];
        const until = addSeconds(at, restSeconds(timesBefore(last, at)));
        return [{ type: 'AcquirerSteppedAside', data: { ...owner, purpose, reason, seen, until } }];
      }
      case 'CallBack': {
        const { purpose } = command;
        if (!isAway(state[purpose], at)) return [];
        return [{ type: 'AcquirerCalledBack', data: { ...owner, purpose } }];
      }
      case 'HearWord': {
        const { about, word, takenFor } = command;
        const { unheard = [] } = state;
        const isKnown = unheard.some((each) => each.about === about && each.word === word);
        if (isKnown || unheard.length >= UNHEARD_MAX) return [];
        return [{ type: 'AcquirerWordUnheard', data: { ...owner, about, word, takenFor } }];
      }
    }
  },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'AcquirerConnected':
      case 'AcquirerDisconnected':
        return state;
      case 'AcquirerSteppedAside': {
        const { purpose, reason, seen, until, at } = data;
        const timesInARow = 1 + timesBefore(state[purpose], at);
        return { ...state, [purpose]: { reason, seen, until, at, timesInARow } };
      }
      case 'AcquirerWordUnheard': {
        const { platformId: _, provider: __, ...word } = data;
        return { ...state, unheard: [...(state.unheard ?? []), word] };
      }
      case 'AcquirerCalledBack': {
        const { purpose, at } = data;
        const last = state[purpose];
        return last ? { ...state, [purpose]: { ...last, until: at } } : state;
      }
    }
  },
};
