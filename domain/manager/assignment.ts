import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';

/** One stream per seller, who has at most one manager (people.183). */
export const assignmentDetails = z.strictObject({
  platformId: aggregateId,
  /** Null when the seller is in no portfolio any more. */
  managerId: aggregateId.nullable(),
});

export type AssignmentDetails = z.output<typeof assignmentDetails>;

export const { decider: assignment, events: assignmentEvents } = defineRecord(
  'assignment',
  assignmentDetails,
);
