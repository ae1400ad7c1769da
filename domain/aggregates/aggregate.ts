import type { z } from 'zod';
import type { Category } from '#/domain/values/ids.ts';

/** The zod schema of each event type. TypeScript types, validation and documentation derive from them. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** The union `{ type, data }` that a record of schemas describes. */
export type EventOf<Schemas extends EventSchemas> = {
  readonly [Type in keyof Schemas & string]: {
    readonly type: Type;
    readonly data: z.output<Schemas[Type]>;
  };
}[keyof Schemas & string];

/** `decide` returns it, `evolve` applies it. */
export interface Fact {
  readonly type: string;
  readonly data: unknown;
}

/**
 * `decide` returns the events that a command causes (`[]` = none), or throws `Refused`. It reads no clock and no random numbers:
 * commands carry `now` and new ids.
 */
export interface Decider<Command, Event extends Fact, State> {
  readonly category: Category;
  readonly initial: State;
  readonly decide: (command: Command, state: State) => readonly Event[];
  readonly evolve: (state: State, event: Event) => State;
}

/** @param from the state before the history */
export const replay = <Command, Event extends Fact, State>(
  decider: Decider<Command, Event, State>,
  history: Iterable<Event>,
  from: State = decider.initial,
): State => {
  let state = from;
  for (const event of history) state = decider.evolve(state, event);
  return state;
};
