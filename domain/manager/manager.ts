import { z } from 'zod';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';

/** A manager looks after a portfolio of a platform's sellers (people.180). */
export const managerDetails = z.strictObject({ platformId: aggregateId, contact: encrypted });

export type ManagerDetails = z.output<typeof managerDetails>;

export const { decider: manager, events: managerEvents } = defineRecord('manager', managerDetails);
