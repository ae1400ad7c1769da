import type { Decider, EventOf } from '#/domain/decider.ts';
import { Refused, type RefusalCode } from '#/domain/errors.ts';
import type { AttemptCommand } from './commands.ts';
import type { attemptEvents } from './events.ts';

export type AttemptEvent = EventOf<typeof attemptEvents>;

export type Attempt =
  | { readonly status: 'NONE' }
  | { readonly status: 'BEGUN'; readonly request: string }
  | {
      readonly status: 'REFUSED';
      readonly request: string;
      readonly code: RefusalCode;
      readonly details: Readonly<Record<string, unknown>>;
    };

/** A request with an idempotency key, which belongs to the first one for ever; its first refusal answers every retry. */
export const attempt: Decider<AttemptCommand, AttemptEvent, Attempt> = {
  category: 'attempt',
  initial: { status: 'NONE' },
  decide: (command, state) => {
    if (state.status !== 'NONE' && state.request !== command.request) {
      throw new Refused('idempotency/key-reused');
    }
    const { now: at } = command;
    if (command.type === 'BeginAttempt') {
      const { procedure, request } = command;
      return state.status === 'NONE'
        ? [{ type: 'AttemptBegun', data: { procedure, request, at } }]
        : [];
    }
    const { type: _, now: __, ...refusal } = command;
    return state.status === 'REFUSED' ? [] : [{ type: 'AttemptRefused', data: { ...refusal, at } }];
  },
  evolve: (_, event) => {
    const { request } = event.data;
    if (event.type === 'AttemptBegun') return { status: 'BEGUN', request };
    const { code, details } = event.data;
    return { status: 'REFUSED', request, code, details };
  },
};
