import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { defineRecord } from '#/domain/record.ts';

/**
 * Which manager looks after a seller, in one stream by seller, whose id is the stream's: so a seller has at most one manager, also when two
 * people assign them at the same moment (people.183). The seller's own record stays as it is: who manages staff may not change that.
 */
export const assignmentDetails = z.strictObject({
  platformId: aggregateId,
  /** Null once the seller was taken out of a portfolio and put into no other. */
  managerId: aggregateId.nullable(),
});

export type AssignmentDetails = z.output<typeof assignmentDetails>;

export const { decider: assignment, events: assignmentEvents } = defineRecord(
  'assignment',
  assignmentDetails,
);
