import { randomUUID } from 'node:crypto';
import { account } from '#/domain/account/decider.ts';
import type { Account } from '#/domain/account/state.ts';
import { replay, type Decider } from '#/domain/aggregates/aggregate.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { categoryOf, idOf, streamOf } from '#/domain/values/ids.ts';
import type { Investigation, Matter } from '#/domain/investigation/investigation.ts';
import { policies } from '#/domain/policies/policies.ts';
import { deciders, type AddressedCommand, type Addressee } from '#/domain/aggregates/deciders.ts';
import { monthOf, type Timestamp } from '#/domain/values/time.ts';
import { FIRST_EPOCH } from './ports.ts';

export interface WorldEvent {
  readonly stream: string;
  readonly event: DomainEvent;
}

type InvestigatedCategory = 'payment' | 'refund' | 'withdrawal';

const investigationsIn = (states: ReadonlyMap<string, unknown>) => {
  const investigationOf = (state: unknown): Investigation | undefined =>
    (state as { readonly investigation?: Investigation } | undefined)?.investigation;

  return {
    /** The id of each aggregate of a category that has an open matter, with the first such matter. */
    waiting: (category: InvestigatedCategory): readonly (readonly [string, Matter])[] =>
      [...states].flatMap(([stream, state]) => {
        const matter = investigationOf(state)?.matters[0];
        return matter && categoryOf(stream) === category ? [[idOf(stream), matter] as const] : [];
      }),

    /** Id of the proposal that waits for a second member of staff. */
    proposed: (category: InvestigatedCategory, id: string): string | undefined =>
      investigationOf(states.get(streamOf(category, id)))?.proposal?.proposalId,
  };
};

/** The real deciders and policies in memory. A seller's account has one stream for all months. */
export const createWorld = (platformId: string) => {
  const states = new Map<string, unknown>();
  const log: WorldEvent[] = [];
  const policyCommands: { readonly next: AddressedCommand; readonly now: Timestamp }[] = [];

  const decideAndEvolve = <Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    command: Command,
  ): readonly DomainEvent[] => {
    const state = states.has(stream) ? (states.get(stream) as State) : decider.initial;
    const events = decider.decide(command, state);
    states.set(stream, replay(decider, events, state));
    for (const event of events) log.push({ stream, event });
    return events;
  };

  const openAccount = (sellerId: string, now: Timestamp): void => {
    const stream = streamOf('account', sellerId);
    const opening = { platformId, sellerId, period: monthOf(now), now } as const;
    if (!states.has(stream)) decideAndEvolve(account, stream, { type: 'OpenAccount', ...opening });
  };

  const send = <To extends Addressee>(
    { to, id, command }: AddressedCommand<To>,
    now: Timestamp,
  ): readonly DomainEvent[] => {
    if (to === 'account') openAccount(id, now);
    return decideAndEvolve(deciders[to], streamOf(to, id), command);
  };

  return {
    log,

    /**
     * Sends a command and runs policies until no command follows.
     * @throws Refused
     */
    send: (addressed: AddressedCommand, now: Timestamp): void => {
      const queue = send(addressed, now).map((event) => ({ event, aggregateId: addressed.id }));
      // The loop also takes what it adds to the queue.
      for (const { event, aggregateId } of queue) {
        for (const policy of policies) {
          const happened = { ...event, id: randomUUID(), aggregateId, position: '1' };
          for (const next of policy.react(happened, { now, epoch: FIRST_EPOCH })) {
            policyCommands.push({ next, now });
            queue.push(...send(next, now).map((each) => ({ event: each, aggregateId: next.id })));
          }
        }
      }
    },

    /**
     * Sends the policies' commands again, as after a crash.
     * @returns the events that were decided again
     */
    handleAgain: (): readonly DomainEvent[] =>
      policyCommands.flatMap(({ next, now }) => send(next, now)),

    account: (sellerId: string): Account => {
      const state = states.get(streamOf('account', sellerId)) as Account | undefined;
      return state ?? account.initial;
    },

    ...investigationsIn(states),

    /** Ids of one category, in the order of their first command. */
    ids: (category: 'payment' | 'refund' | 'withdrawal'): readonly string[] =>
      [...states.keys()].filter((stream) => stream.startsWith(`${category}-`)).map(idOf),
  };
};

export type World = ReturnType<typeof createWorld>;
