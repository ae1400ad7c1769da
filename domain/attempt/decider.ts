import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { isFinalCode, Refused, type RefusalCode } from '#/domain/errors/refused.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { AttemptCommand } from './commands.ts';
import type { attemptEvents } from './events.ts';

export type AttemptEvent = EventOf<typeof attemptEvents>;

interface Begun {
  readonly request: string;
  /** The time of the attempt's first event. The key was made then or before. */
  readonly since: Timestamp;
}

export type Attempt =
  | { readonly status: 'NONE' }
  | (Begun & { readonly status: 'BEGUN' | 'SUCCEEDED' })
  | (Begun & {
      readonly status: 'REFUSED';
      readonly code: RefusalCode;
      readonly details: Readonly<Record<string, unknown>>;
    });

/** One stream for each caller, procedure and idempotency key. Refuses another request with the key; a retry gets the recorded answer. */
export const attempt: Decider<AttemptCommand, AttemptEvent, Attempt> = {
  category: 'attempt',
  initial: { status: 'NONE' },
  decide: (command, state) => {
    if (state.status !== 'NONE' && state.request !== command.request) {
      throw new Refused('idempotency/key-reused');
    }
    const { status } = state;
    const { procedure, request, now: at } = command;
    switch (command.type) {
      case 'BeginAttempt':
        return status === 'NONE'
          ? [{ type: 'AttemptBegun', data: { procedure, request, at } }]
          : [];
      case 'RecordSuccess':
        if (status === 'SUCCEEDED') return [];
        return [{ type: 'AttemptSucceeded', data: { procedure, request, at } }];
      case 'RecordRefusal': {
        // Earlier releases also recorded refusals that are not final.
        const isAnswered = state.status === 'REFUSED' && isFinalCode(state.code);
        if (status === 'SUCCEEDED' || isAnswered) return [];
        const { code, details } = command;
        return [{ type: 'AttemptRefused', data: { procedure, request, code, details, at } }];
      }
    }
  },
  evolve: (state, { type, data }) => {
    const { request } = data;
    const since = state.status === 'NONE' ? data.at : state.since;
    switch (type) {
      case 'AttemptBegun':
        return { status: 'BEGUN', request, since };
      case 'AttemptRefused':
        return { status: 'REFUSED', request, since, code: data.code, details: data.details };
      case 'AttemptSucceeded':
        return { status: 'SUCCEEDED', request, since };
    }
  },
};
