import type { Decider, EventOf } from '#/domain/decider.ts';
import { Refused, type RefusalCode } from '#/domain/errors.ts';
import type { AttemptCommand } from './commands.ts';
import type { attemptEvents } from './events.ts';

export type AttemptEvent = EventOf<typeof attemptEvents>;

export type Attempt =
  | { readonly status: 'NONE' }
  | { readonly status: 'BEGUN' | 'SUCCEEDED'; readonly request: string }
  | {
      readonly status: 'REFUSED';
      readonly request: string;
      readonly code: RefusalCode;
      readonly details: Readonly<Record<string, unknown>>;
    };

/**
 * A request with an idempotency key. The key belongs to its first request for ever, and the first refusal is the answer to every retry.
 * Of two copies that come at once, one may be refused while the success of the other is still being recorded: then the success is the
 * answer.
 */
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
        if (status === 'SUCCEEDED' || status === 'REFUSED') return [];
        const { code, details } = command;
        return [{ type: 'AttemptRefused', data: { procedure, request, code, details, at } }];
      }
    }
  },
  evolve: (_, { type, data }) => {
    const { request } = data;
    switch (type) {
      case 'AttemptBegun':
        return { status: 'BEGUN', request };
      case 'AttemptRefused':
        return { status: 'REFUSED', request, code: data.code, details: data.details };
      case 'AttemptSucceeded':
        return { status: 'SUCCEEDED', request };
    }
  },
};
