import type { Decider, EventOf } from '#/domain/decider.ts';
import type { RefusalCode } from '#/domain/errors.ts';
import type { AttemptCommand } from './commands.ts';
import type { attemptEvents } from './events.ts';

export type AttemptEvent = EventOf<typeof attemptEvents>;

export type Attempt =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'REFUSED';
      readonly request: string;
      readonly code: RefusalCode;
      readonly details: Readonly<Record<string, unknown>>;
    };

/** A refused request with an idempotency key; the first refusal answers every retry. */
export const attempt: Decider<AttemptCommand, AttemptEvent, Attempt> = {
  category: 'attempt',
  initial: { status: 'NONE' },
  decide: ({ type: _, now: at, ...refusal }, state) =>
    state.status === 'REFUSED' ? [] : [{ type: 'AttemptRefused', data: { ...refusal, at } }],
  evolve: (_, { data: { request, code, details } }) => ({
    status: 'REFUSED',
    request,
    code,
    details,
  }),
};
