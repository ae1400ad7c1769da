import {
  deciders,
  type EventOfAggregate,
  type Recipient,
  type StateOfAggregate,
} from '#/domain/aggregates/deciders.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import type { Confirmation } from '#/domain/payment/confirmation.ts';
import { carryOut, type CommandsOfAnswer } from '#/ledger/carry-out.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { StoredNotice, NoticeEnd } from '#/api/webhooks/store/notice-store.ts';

export interface PlanPreview {
  readonly events: readonly DomainEvent[];
  readonly before: unknown;
  readonly after: unknown;
}

/** What the provider's answer leads to: nothing, or commands that `execute` carries out. */
export interface Plan {
  readonly execute: () => Promise<NoticeEnd>;
  readonly preview: () => PlanPreview & { readonly end: NoticeEnd };
}

export type NoticeOwner = Pick<NoticeEnd, 'paymentId' | 'platformId' | keyof Confirmation>;

export const planNothing = (end: NoticeEnd): Plan => ({
  execute: async () => end,
  preview: () => ({ end, events: [], before: null, after: null }),
});

/** A refused command has no events. */
const decideOrNothing = <Event>(decide: () => readonly Event[]): readonly Event[] => {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
};

export interface CommandDependencies {
  readonly handler: CommandHandler;
  readonly newId: () => string;
}

/** Decides commands, but records nothing. */
const decideAll = <To extends Recipient>(
  { to, commands }: CommandsOfAnswer<To>,
  before: StateOfAggregate<To>,
): { readonly events: readonly EventOfAggregate<To>[]; readonly after: StateOfAggregate<To> } => {
  const decider = deciders[to];
  const events: EventOfAggregate<To>[] = [];
  let after = before;
  for (const command of commands) {
    const decided = decideOrNothing(() => decider.decide(command, after));
    events.push(...decided);
    after = decided.reduce(decider.evolve, after);
  }
  return { events, after };
};

export const planFor = <To extends Recipient>(
  { handler, newId }: CommandDependencies,
  answer: CommandsOfAnswer<To>,
  about: {
    readonly notice: StoredNotice;
    readonly platform: string;
    readonly state: StateOfAggregate<To>;
    /** @param after the state that the commands led to */
    readonly ownerAfter: (after: StateOfAggregate<To>) => NoticeOwner;
  },
): Plan => {
  const { notice, state, platform, ownerAfter } = about;
  const endOf = (events: readonly unknown[], after: StateOfAggregate<To>): NoticeEnd => ({
    outcome: events.length > 0 ? 'APPLIED' : 'NO_EFFECT',
    ...ownerAfter(after),
  });
  return {
    execute: async () => {
      const actor = `provider:${notice.provider}`;
      // New ids each time: commands of a repeated notice record nothing if nothing has changed.
      const cause = { platform, correlation: answer.id, actor, commandId: newId };
      const { events, after } = await carryOut(handler, answer, cause);
      return endOf(events, after?.state ?? state);
    },
    preview: () => {
      const { events, after } = decideAll(answer, state);
      return { end: endOf(events, after), events, before: state, after };
    },
  };
};

/** The result is that of `main`, but an effect of another plan counts if `main` had none. */
export const planTogether = (main: Plan, others: readonly Plan[]): Plan => {
  const endOf = (end: NoticeEnd, rest: readonly NoticeEnd[]): NoticeEnd => {
    const hasEffect = rest.some(({ outcome }) => outcome === 'APPLIED');
    return hasEffect && end.outcome === 'NO_EFFECT' ? { ...end, outcome: 'APPLIED' } : end;
  };
  return {
    execute: async () => {
      const ends = await Promise.all(others.map((each) => each.execute()));
      return endOf(await main.execute(), ends);
    },
    preview: () => {
      const rest = others.map((each) => each.preview());
      const { end, events, ...states } = main.preview();
      const ends = rest.map((each) => each.end);
      return {
        ...states,
        end: endOf(end, ends),
        events: [...rest.flatMap((each) => each.events), ...events],
      };
    },
  };
};
