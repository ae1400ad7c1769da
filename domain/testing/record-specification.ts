import { expect } from 'chai';
import type { Decider, Fact } from '#/domain/aggregates/aggregate.ts';
import type { RecordCommand, RecordState } from '#/domain/aggregates/record.ts';
import { sampleNow as now } from './samples.ts';
import { specify } from './specify.ts';

/** The tests of an archived record (people.133). */
const archivedSpecification = <Details, Event extends Fact>(
  name: string,
  decider: Decider<RecordCommand<Details>, Event, RecordState<Details>>,
  [first, second]: readonly [Details, Details],
): void => {
  const { facts, given } = specify(decider);

  describe(`${name} record that is archived`, () => {
    const archived = facts(
      { type: 'Create', details: first, now },
      { type: 'Archive', basedOn: 0, now },
    );

    it('is restored with other details by one event, and only from the revision that was seen', () => {
      given(...archived)
        .when({ type: 'RestoreAs', details: second, basedOn: 0, now })
        .refuses('record/changed-meanwhile');
      const { state } = given(...archived)
        .when(
          { type: 'RestoreAs', details: second, basedOn: 1, now },
          { type: 'RestoreAs', details: second, basedOn: 1, now },
        )
        .yields(`${name}Revised`);
      const expected = { status: 'ACTIVE', details: second, revision: 2, changedAt: now };
      expect(state).to.deep.equal(expected);
      given().when({ type: 'RestoreAs', details: first, now }).refuses('record/not-found');
    });

    it('may be set again as it is, by the last revision that was seen, once it is not archived any more', () => {
      const again = { type: 'RestoreAs', details: second, now } as const;
      given(...archived)
        .when({ ...again, basedOn: 1 }, { ...again, basedOn: 2 }, { ...again, basedOn: 2 }, again)
        .yields(`${name}Revised`, `${name}Revised`);
    });

    it('accepts no other revision than one that restores it', () => {
      for (const basedOn of [undefined, 1])
        given(...archived)
          .when({ type: 'Revise', details: second, ...(basedOn && { basedOn }), now })
          .refuses('record/archived');
      given(...archived)
        .when({ type: 'Create', details: first, now })
        .refuses('record/already-exists');
      given(...archived)
        .when({ type: 'Revise', details: first, basedOn: 0, now })
        .refuses('record/changed-meanwhile');
      const { state } = given(...archived)
        .when(
          { type: 'Revise', details: first, basedOn: 1, now },
          { type: 'Revise', details: second, basedOn: 2, now },
        )
        .yields(`${name}Revised`, `${name}Revised`);
      const expected = { status: 'ACTIVE', details: second, revision: 3, changedAt: now };
      expect(state).to.deep.equal(expected);
    });
  });
};

/** The tests that each record must pass, with two different details of it. */
export const recordSpecification = <Details, Event extends Fact>(
  name: string,
  decider: Decider<RecordCommand<Details>, Event, RecordState<Details>>,
  [first, second]: readonly [Details, Details],
): void => {
  const { facts, given } = specify(decider);
  const created = decider.decide({ type: 'Create', details: first, now }, decider.initial);

  describe(`${name} record`, () => {
    it('is created once; repeating the same details emits no event, other details are refused', () => {
      given().when({ type: 'Create', details: first, now }).yields(`${name}Created`);
      given(...created)
        .when({ type: 'Create', details: first, now })
        .yieldsNothing();
      given(...created)
        .when({ type: 'Create', details: second, now })
        .refuses('record/already-exists');
    });

    it('emits a revision with all details, and only if something changed', () => {
      const { state } = given(...created)
        .when(
          { type: 'Revise', details: first, now },
          { type: 'Revise', details: second, now },
          { type: 'Revise', details: second, now },
        )
        .yields(`${name}Revised`);
      const expected = { status: 'ACTIVE', details: second, revision: 1, changedAt: now };
      expect(state).to.deep.equal(expected);
      given().when({ type: 'Revise', details: first, now }).refuses('record/not-found');
    });

    it('is archived once, keeps its details, and becomes active again by a revision to the same', () => {
      const { state } = given(...created)
        .when({ type: 'Archive', now }, { type: 'Archive', now })
        .yields(`${name}Archived`);
      const expected = { status: 'ARCHIVED', details: first, revision: 1, changedAt: now };
      expect(state).to.deep.equal(expected);
      given(...created)
        .when({ type: 'Archive', now }, { type: 'Revise', details: first, now })
        .yields(`${name}Archived`, `${name}Revised`);
      given().when({ type: 'Archive', now }).refuses('record/not-found');
    });

    it('refuses a change that is based on an earlier revision', () => {
      const revised = facts(
        { type: 'Create', details: first, now },
        { type: 'Revise', details: second, basedOn: 0, now },
      );
      given(...revised)
        .when({ type: 'Revise', details: first, basedOn: 0, now })
        .refuses('record/changed-meanwhile');
      given(...revised)
        .when({ type: 'Archive', basedOn: 0, now })
        .refuses('record/changed-meanwhile');
      given(...revised)
        .when({ type: 'Revise', details: second, basedOn: 0, now })
        .yieldsNothing();
      given(...revised)
        .when({ type: 'Revise', details: first, basedOn: 1, now })
        .yields(`${name}Revised`);
    });
  });
  archivedSpecification(name, decider, [first, second]);
};
