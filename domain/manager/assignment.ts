import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';

/**
 * Which manager looks after a seller: one stream per seller, so there is at most one (people.183). It is no part of the seller's record,
 * because the rights to change them differ.
 */
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
