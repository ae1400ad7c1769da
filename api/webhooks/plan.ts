import type { Decider } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import type { DomainEvent } from '#/domain/events.ts';
import { inContextOf, type CommandHandler } from '#/ledger/handle-command.ts';
import type { KeptNotice, NoticeEnd } from '#/api/webhooks/store/notice-store.ts';

/** Effects of carrying out a plan now. */
export interface Foreseen {
  readonly events: readonly DomainEvent[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Result of querying the provider for a notice: nothing, or commands not yet carried out. */
export interface Plan {
  readonly carryOut: () => Promise<NoticeEnd>;
  readonly foresee: () => Foreseen & { readonly end: NoticeEnd };
}

export type Whose = Pick<NoticeEnd, 'paymentId' | 'platformId' | 'confirmed'>;

export const planNothing = (end: NoticeEnd): Plan => ({
  carryOut: async () => end,
  foresee: () => ({ end, events: [], before: null, after: null }),
});

/** Returns no events for a refused command, as carrying it out does. */
const decideOrNothing = <Event>(decide: () => readonly Event[]): readonly Event[] => {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
};

/** Carries out the commands of a notice, and gives them ids. */
export interface CommandParts {
  readonly handler: CommandHandler;
  readonly newId: () => string;
}

export const planFor = <Command, Event extends DomainEvent, State>(
  { handler, newId }: CommandParts,
  decider: Decider<Command, Event, State>,
  about: {
    readonly notice: KeptNotice;
    readonly stream: string;
    readonly state: State;
    readonly commands: readonly Command[];
    readonly platform: string;
    readonly correlation: string;
    /** @param after the state that the commands led to: it may have changed while the provider was asked */
    readonly whose: (after: State) => Whose;
  },
): Plan => {
  const { notice, stream, state, commands, platform, correlation, whose } = about;
  const endOf = (moved: boolean, after: State): NoticeEnd => ({
    outcome: moved ? 'APPLIED' : 'NO_EFFECT',
    ...whose(after),
  });
  return {
    carryOut: async () => {
      const actor = `provider:${notice.provider}`;
      // A notice processed again queries the provider again: its commands get new ids, and record nothing if nothing changed.
      const keyed = inContextOf({ platform, correlation, actor, commandId: newId }, commands);
      const outcomes = await handler.handleAll(decider, stream, keyed);
      const done = outcomes.filter((it) => it.kind === 'done');
      const moved = done.some(({ events }) => events.length > 0);
      return endOf(moved, done.at(-1)?.state ?? state);
    },
    foresee: () => {
      const events: Event[] = [];
      let after = state;
      for (const command of commands) {
        const decided = decideOrNothing(() => decider.decide(command, after));
        events.push(...decided);
        after = decided.reduce(decider.evolve, after);
      }
      return { end: endOf(events.length > 0, after), events, before: state, after };
    },
  };
};

/**
 * Adds other plans to the plan for what a notice is about. The notice has an effect if any of them has one; if the main plan failed, the
 * notice is still to be processed again.
 */
export const planTogether = (main: Plan, others: readonly Plan[]): Plan => {
  const endOf = (end: NoticeEnd, rest: readonly NoticeEnd[]): NoticeEnd => {
    const moved = rest.some(({ outcome }) => outcome === 'APPLIED');
    return moved && end.outcome === 'NO_EFFECT' ? { ...end, outcome: 'APPLIED' } : end;
  };
  return {
    carryOut: async () => {
      const ends = await Promise.all(others.map(({ carryOut }) => carryOut()));
      return endOf(await main.carryOut(), ends);
    },
    foresee: () => {
      const rest = others.map(({ foresee }) => foresee());
      const { end, events, ...states } = main.foresee();
      const ends = rest.map((it) => it.end);
      return {
        ...states,
        end: endOf(end, ends),
        events: [...rest.flatMap((it) => it.events), ...events],
      };
    },
  };
};
