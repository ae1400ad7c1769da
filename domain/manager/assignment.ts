import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';

/**
 * Which manager looks after a seller. There is one stream per seller, under the seller's id, so a seller has at most one manager, even if
 * two people assign one at the same moment (people.183). The assignment is not part of the seller's own record, because the right to assign
 * managers does not include the right to change that record.
 */
export const assignmentDetails = z.strictObject({
  platformId: aggregateId,
  /** Null when the seller was removed from a portfolio and is in no other one. */
  managerId: aggregateId.nullable(),
});

export type AssignmentDetails = z.output<typeof assignmentDetails>;

export const { decider: assignment, events: assignmentEvents } = defineRecord(
  'assignment',
  assignmentDetails,
);
