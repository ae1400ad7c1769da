import { z } from 'zod';
import { encrypted } from '#/domain/encrypted.ts';
import { defineRecord } from '#/domain/record.ts';

/** Masters make the platforms of an installation and let their administrators in (people.160); they are of no platform. */
export const masterDetails = z.strictObject({ contact: encrypted });

export type MasterDetails = z.output<typeof masterDetails>;

export const { decider: master, events: masterEvents } = defineRecord('master', masterDetails);
