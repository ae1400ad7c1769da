import type { Chance } from '#/domain/ports/machine.ts';
import { thisMachine } from './machine.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { destination } from '#/domain/destination/decider.ts';
import type { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { mailbox } from '#/domain/mailbox/decider.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { AddressedCommand } from '#/domain/policies/policy.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { refund } from '#/domain/refund/decider.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { AccountPeriods } from './accounts/periods.ts';
import type {
  CommandContext,
  CommandHandler,
  Outcome,
  CommandInContext,
} from './handle-command.ts';
import { isDatabaseAway } from './database/database-away.ts';
import { AppendError, RecordCut, type Position } from './event-store.ts';

/** A command with its target aggregate, its sender and its cause. */
export type Dispatch = CommandInContext<AddressedCommand>;

export type DispatchOutcome =
  | {
      readonly kind: 'done';
      readonly position: Position | undefined;
      /** Whether this very command wrote an event. */
      readonly isChanged: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: Refused }
  /** A retry does not help: a bug of ours, an event that cannot be read, or a stream that was cut. */
  | { readonly kind: 'failed'; readonly error: unknown };

const keyOf = ({ to, id }: AddressedCommand): string => `${to} ${id}`;

const brief = (outcome: Outcome<unknown, unknown>): DispatchOutcome =>
  outcome.kind === 'done'
    ? { kind: 'done', position: outcome.position, isChanged: outcome.events.length > 0 }
    : outcome;

const sendOne = (
  handler: CommandHandler,
  addressed: Exclude<AddressedCommand, { to: 'account' }>,
  context: CommandContext,
) => {
  const stream = streamOf(addressed.to, addressed.id);
  switch (addressed.to) {
    case 'payment':
      return handler.handleAll(payment, stream, [{ command: addressed.command, context }]);
    case 'refund':
      return handler.handleAll(refund, stream, [{ command: addressed.command, context }]);
    case 'withdrawal':
      return handler.handleAll(withdrawal, stream, [{ command: addressed.command, context }]);
    case 'destination':
      return handler.handleAll(destination, stream, [{ command: addressed.command, context }]);
    case 'receiver':
      return handler.handleAll(receiver, stream, [{ command: addressed.command, context }]);
    case 'mail':
      return handler.handleAll(mail, stream, [{ command: addressed.command, context }]);
    case 'mailbox':
      return handler.handleAll(mailbox, stream, [{ command: addressed.command, context }]);
  }
};

/**
 * Sends commands to their aggregates: to one aggregate in order (to an account in as few appends as possible), to different
 * aggregates concurrently. Outcomes are in the order of the commands.
 */
export const createDispatcher = (dependencies: {
  readonly handler: CommandHandler;
  readonly accounts: AccountPeriods;
  readonly now: () => Timestamp;
}) => {
  const { handler, accounts, now } = dependencies;

  const toAccount = (id: string, dispatches: readonly Dispatch[]) => {
    const commands: CommandInContext<AccountCommand>[] = [];
    for (const { command: addressed, context } of dispatches) {
      if (addressed.to === 'account') commands.push({ command: addressed.command, context });
    }
    const platformId = dispatches[0]?.context.platform ?? '';
    return accounts.handleAll({ sellerId: id, platformId }, commands, now());
  };

  const toAggregate = async (
    dispatches: readonly Dispatch[],
  ): Promise<readonly DispatchOutcome[]> => {
    const first = dispatches[0]?.command;
    if (first?.to === 'account') return (await toAccount(first.id, dispatches)).map(brief);
    const outcomes: DispatchOutcome[] = [];
    for (const { command, context } of dispatches) {
      if (command.to !== 'account')
        outcomes.push(...(await sendOne(handler, command, context)).map(brief));
    }
    return outcomes;
  };

  const attempt = async (dispatches: readonly Dispatch[]): Promise<readonly DispatchOutcome[]> => {
    try {
      return await toAggregate(dispatches);
    } catch (error) {
      const isRefused = error instanceof AppendError && !(error instanceof RecordCut);
      if (isRefused || isDatabaseAway(error)) throw error;
      return dispatches.map(() => ({ kind: 'failed', error }));
    }
  };

  /** @throws AppendError, or the database's error when it is unavailable; then all commands may be sent again */
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
 * Records that a call to a provider begins, under a random command id, so that no retry and no other process can record the same
 * event.
 * @returns whether this process recorded the event: only then it makes the call
 */
export const recordCalls =
  (dispatch: Dispatcher, { uuid }: Pick<Chance, 'uuid'> = thisMachine): Ports['begin'] =>
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
    return begun?.isChanged ?? false;
  };
