import {
  deciders,
  type CommandTo,
  type EventOfAggregate,
  type Recipient,
  type StateOfAggregate,
} from '#/domain/aggregates/deciders.ts';
import type { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Position } from './event-store.ts';
import { inContextOf, type Cause, type CommandHandler } from './handle-command.ts';

/** Commands to one aggregate that follow from a provider's answer. */
export type CommandsOfAnswer<Some extends Recipient = Recipient> = {
  readonly [To in Some]: {
    readonly to: To;
    readonly id: string;
    readonly commands: readonly CommandTo<To>[];
  };
}[Some];

export interface CarriedOut<To extends Recipient> {
  readonly events: readonly EventOfAggregate<To>[];
  /** Undefined when the last command was refused, or when there were no commands. */
  readonly after:
    | { readonly state: StateOfAggregate<To>; readonly position: Position | undefined }
    | undefined;
  /** Why commands were refused: another process may have recorded the outcome first. */
  readonly refusals: readonly Refused[];
}

/** Carries out the commands that a provider's answer leads to. @throws as `CommandHandler.handleAll` */
export const carryOut = async <To extends Recipient>(
  handler: CommandHandler,
  { to, id, commands }: CommandsOfAnswer<To>,
  cause: Cause<CommandTo<To>>,
): Promise<CarriedOut<To>> => {
  const outcomes = await handler.handleAll(
    deciders[to],
    streamOf(to, id),
    inContextOf(cause, commands),
  );
  const last = outcomes.at(-1);
  return {
    events: outcomes.flatMap((outcome) => (outcome.kind === 'done' ? outcome.events : [])),
    after: last?.kind === 'done' ? last : undefined,
    refusals: outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.refusal] : [])),
  };
};
