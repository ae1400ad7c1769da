import { z } from 'zod';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { defineRecord } from '#/domain/record.ts';

/** Masters create the platforms of an installation and give access to their administrators (people.160); masters belong to no platform. */
export const masterDetails = z.strictObject({ contact: encrypted });

export type MasterDetails = z.output<typeof masterDetails>;

export const { decider: master, events: masterEvents } = defineRecord('master', masterDetails);
