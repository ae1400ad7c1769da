import type { Decider, EventOf } from '#/domain/decider.ts';
import type { RefusalCode } from '#/domain/errors.ts';
import type { AttemptCommand } from './commands.ts';
import type { attemptEvents } from './events.ts';

export type AttemptEvent = EventOf<typeof attemptEvents>;

export type Attempt =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'REFUSED';
      readonly code: RefusalCode;
      readonly details: Readonly<Record<string, unknown>>;
    };

/** One keyed wish that was refused; the first refusal stands for every repetition. */
export const attempt: Decider<AttemptCommand, AttemptEvent, Attempt> = {
  category: 'attempt',
  initial: { status: 'NONE' },
  decide: ({ procedure, code, details, now: at }, state) =>
    state.status === 'REFUSED'
      ? []
      : [{ type: 'AttemptRefused', data: { procedure, code, details, at } }],
  evolve: (_, { data: { code, details } }) => ({ status: 'REFUSED', code, details }),
};
