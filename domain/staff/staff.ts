import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { permissionFlags } from './permissions.ts';

/** Staff of a platform (people.8): an administrator may do everything, a functionary what the flags allow. */
export const staffDetails = z.strictObject({
  platformId: aggregateId,
  contact: encrypted,
  role: z.enum(['ADMIN', 'FUNCTIONARY']),
  permissions: z.array(z.enum(permissionFlags)),
});

export type StaffDetails = z.output<typeof staffDetails>;

export const { decider: staff, events: staffEvents } = defineRecord('staff', staffDetails);
