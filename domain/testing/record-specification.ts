import { expect } from 'chai';
import type { Decider, Fact } from '#/domain/decider.ts';
import type { RecordCommand, RecordState } from '#/domain/record.ts';
import { sampleNow as now } from './samples.ts';
import { specify } from './specify.ts';

/** Tests that every record must pass (`domain/record.ts`), with two different details of the given record. */
export const recordSpecification = <Details, Event extends Fact>(
  name: string,
  decider: Decider<RecordCommand<Details>, Event, RecordState<Details>>,
  [first, second]: readonly [Details, Details],
): void => {
  const { given } = specify(decider);
  const created = decider.decide({ type: 'Create', details: first, now }, decider.initial);

  describe(`${name} record`, () => {
    it('is created once; repeating the same details records nothing, other details are rejected', () => {
      given().when({ type: 'Create', details: first, now }).yields(`${name}Created`);
      given(...created)
        .when({ type: 'Create', details: first, now })
        .yieldsNothing();
      given(...created)
        .when({ type: 'Create', details: second, now })
        .refuses('record/already-exists');
    });

    it('records a revision with all details, and only when something changed', () => {
      const { state } = given(...created)
        .when(
          { type: 'Revise', details: first, now },
          { type: 'Revise', details: second, now },
          { type: 'Revise', details: second, now },
        )
        .yields(`${name}Revised`);
      expect(state).to.deep.equal({ status: 'ACTIVE', details: second });
      given().when({ type: 'Revise', details: first, now }).refuses('record/not-found');
    });

    it('is archived once, keeps its details, and becomes active again through a revision', () => {
      const { state } = given(...created)
        .when({ type: 'Archive', now }, { type: 'Archive', now })
        .yields(`${name}Archived`);
      expect(state).to.deep.equal({ status: 'ARCHIVED', details: first });
      given(...created)
        .when({ type: 'Archive', now }, { type: 'Revise', details: first, now })
        .yields(`${name}Archived`, `${name}Revised`);
      given().when({ type: 'Archive', now }).refuses('record/not-found');
    });
  });
};
