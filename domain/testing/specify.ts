import { expect } from 'chai';
import { replay, type Decider, type Fact } from '#/domain/aggregates/aggregate.ts';
import { Refused, type RefusalCode } from '#/domain/errors/refused.ts';

/** Examples as sentences: `given(history).when(command).yields(facts)`. Refusals are matched by code. */
export const specify = <Command, Event extends Fact, State>(
  decider: Decider<Command, Event, State>,
) => ({
  /** The events of these commands, one after the other, from the beginning. */
  facts: (...commands: readonly Command[]): readonly Event[] => {
    let state = decider.initial;
    return commands.flatMap((command) => {
      const decided = decider.decide(command, state);
      state = replay(decider, decided, state);
      return decided;
    });
  },
  given: (...history: readonly Event[]) => ({
    when: (...commands: readonly Command[]) => {
      const run = (): { readonly facts: readonly Event[]; readonly state: State } => {
        let state = replay(decider, history);
        const facts: Event[] = [];
        for (const command of commands) {
          const decided = decider.decide(command, state);
          facts.push(...decided);
          state = replay(decider, decided, state);
        }
        return { facts, state };
      };
      return {
        yields: (...types: readonly Event['type'][]) => {
          const { facts, state } = run();
          expect(facts.map(({ type }) => type)).to.deep.equal(types);
          return { facts, state };
        },
        yieldsNothing: () => {
          expect(run().facts).to.deep.equal([]);
        },
        refuses: (code: RefusalCode) => {
          try {
            run();
          } catch (error) {
            expect(error).to.be.instanceOf(Refused);
            expect(error instanceof Refused && error.code).to.equal(code);
            return;
          }
          expect.fail(`not refused: ${code}`);
        },
      };
    },
  }),
});
