import type { RandomSource } from '#/domain/ports/machine.ts';
import { thisMachine } from './machine.ts';
import type { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import {
  deciders,
  type AddressedCommand,
  type Addressee,
  type Recipient,
} from '#/domain/aggregates/deciders.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import type { AccountPeriods } from './accounts/periods.ts';
import { ClockUnknown } from './clock/require-true-clock.ts';
import type { CommandHandler, Outcome, CommandInContext } from './handle-command.ts';
import { isPassing } from './database/database-away.ts';
import type { Position } from './event-store.ts';

export type Dispatch = CommandInContext<AddressedCommand>;

export type DispatchOutcome =
  | {
      readonly kind: 'done';
      readonly position: Position | undefined;
      /** Whether this command wrote an event. */
      readonly isChanged: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: Refused }
  /** An error that a retry does not help, or ClockUnknown. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Not sent, because an earlier command to the same aggregate failed. */
  | { readonly kind: 'behind' };

const keyOf = ({ to, id }: AddressedCommand): string => `${to} ${id}`;

const summarize = (outcome: Outcome<unknown, unknown>): DispatchOutcome =>
  outcome.kind === 'done'
    ? { kind: 'done', position: outcome.position, isChanged: outcome.events.length > 0 }
    : outcome;

type DispatchTo<To extends Addressee> = CommandInContext<AddressedCommand<To>>;

const isTo =
  <To extends Addressee>(to: To) =>
  (dispatch: Dispatch): dispatch is Dispatch & DispatchTo<To> =>
    dispatch.command.to === to;

const withoutAddress = <To extends Addressee>({
  command: { command },
  context,
}: DispatchTo<To>) => ({
  command,
  context,
});

/** Sends commands: in order to one aggregate, concurrently to several. Outcomes are in the order of the commands. */
export const createDispatcher = (dependencies: {
  readonly handler: CommandHandler;
  readonly accounts: AccountPeriods;
  readonly now: () => Timestamp;
}) => {
  const { handler, accounts, now } = dependencies;

  const toAccount = (sellerId: string, dispatches: readonly DispatchTo<'account'>[]) => {
    const platformId = dispatches[0]?.context.platform ?? '';
    return accounts.handleAll({ sellerId, platformId }, dispatches.map(withoutAddress), now());
  };

  const toAggregate = <To extends Recipient>(
    to: To,
    id: string,
    dispatches: readonly DispatchTo<To>[],
  ) => handler.handleAll(deciders[to], streamOf(to, id), dispatches.map(withoutAddress));

  /** @param dispatches all to the same aggregate */
  const sendTogether = async (
    dispatches: readonly Dispatch[],
  ): Promise<readonly Outcome<unknown, unknown>[]> => {
    const first = dispatches[0]?.command;
    if (first === undefined) return [];
    const { to, id } = first;
    return to === 'account'
      ? toAccount(id, dispatches.filter(isTo(to)))
      : toAggregate(to, id, dispatches.filter(isTo(to)));
  };

  const attempt = async (dispatches: readonly Dispatch[]): Promise<readonly DispatchOutcome[]> => {
    try {
      return (await sendTogether(dispatches)).map(summarize);
    } catch (error) {
      // A passing error, after which a retry may succeed, stops all commands. ClockUnknown is a passing error too, but only one
      // account's month cannot begin, so only the commands to that account fail.
      if (isPassing(error) && !(error instanceof ClockUnknown)) throw error;
      return dispatches.length === 1 ? [{ kind: 'failed', error }] : attemptInTurn(dispatches);
    }
  };

  /** Commands that failed together are sent one by one: one of them may be at fault. */
  const attemptInTurn = async (
    dispatches: readonly Dispatch[],
  ): Promise<readonly DispatchOutcome[]> => {
    const outcomes: DispatchOutcome[] = [];
    for (const dispatch of dispatches) {
      const isBehind = outcomes.some(({ kind }) => kind === 'failed');
      outcomes.push(...(isBehind ? [{ kind: 'behind' } as const] : await attempt([dispatch])));
    }
    return outcomes;
  };

  /** @throws an error of an append or a database after which all commands may be sent again */
  return async (dispatches: readonly Dispatch[]): Promise<readonly DispatchOutcome[]> => {
    const groups = Map.groupBy(dispatches.entries(), ([, { command }]) => keyOf(command));
    const outcomes: DispatchOutcome[] = [];
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const results = await attempt(group.map(([, dispatch]) => dispatch));
        group.forEach(([index], nth) => {
          const result = results[nth];
          if (result) outcomes[index] = result;
        });
      }),
    );
    return outcomes;
  };
};

export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Records that a call to a provider begins. The command's id is random, so that two calls cannot count as one.
 * @returns whether this call recorded the event: only then may the provider be called
 * @throws Refused, and as the dispatcher
 */
export const recordCalls =
  (dispatch: Dispatcher, { uuid }: Pick<RandomSource, 'uuid'> = thisMachine): Ports['begin'] =>
  async (platform, addressed) => {
    const context = {
      commandId: uuid(),
      platform,
      actor: 'system',
      correlation: addressed.id,
    };
    const [begun] = await dispatch([{ command: addressed, context }]);
    if (begun?.kind === 'failed') throw begun.error;
    if (begun?.kind === 'refused') throw begun.refusal;
    return begun?.kind === 'done' && begun.isChanged;
  };
