import { z } from 'zod';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';

/** Masters create platforms, and give their administrators access (people.160). They belong to no platform. */
export const masterDetails = z.strictObject({ contact: encrypted });

export type MasterDetails = z.output<typeof masterDetails>;

export const { decider: master, events: masterEvents } = defineRecord('master', masterDetails);
