import { z } from 'zod';
import { providerId, purposes } from '#/domain/acquiring/route.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { directions } from '#/domain/platform/directions.ts';
import { wordings } from '#/domain/platform/setup.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { limit, platformAuthor, shownLimits } from './platform-settings.ts';
import { after, centsOut, instant, mutation, position, query } from './procedure.ts';

/** How masters set up a platform: no data of sellers, buyers or payments. Of a secret only a part is shown, to tell it from another. */

const certificate = z
  .strictObject({
    validTo: instant,
    /** SHA-256, in hexadecimal. */
    fingerprint: z.string(),
  })
  .nullable();

const setup = z.strictObject({
  isInProduction: z.boolean(),
  /** Acquirers that the platform may use; null: all. */
  providers: z.array(z.string()).nullable(),
  /** Purposes for which it may use them; null: all. */
  methods: z.array(z.enum(purposes)).nullable(),
  wording: z.enum(wordings),
  /** PIX key for charges of accounts that have no key of their own; partly masked. */
  receiver: z.strictObject({ type: z.string(), masked: z.string() }).nullable(),
  certificates: z.strictObject({ CASH_IN: certificate, CASH_OUT: certificate }),
  limits: shownLimits,
});

const change = {
  platformId: aggregateId,
  /** Revision that the change is based on; refused if there is a later one. */
  basedOn: z.int().min(0),
};

const written = z.strictObject({ position });

/** PEM or PKCS #12, in base64. */
const file = z.base64().min(1).max(44_000);

export const changedSetup = z.enum([
  'status',
  'name',
  'production',
  'providers',
  'methods',
  'wording',
  'largestSale',
  'largestWithdrawal',
  'withdrawalsPerDay',
  'receiver',
  'certificateIn',
  'certificateOut',
]);

const setupChange = z.strictObject({
  revision: z.int(),
  at: instant,
  author: platformAuthor,
  /** E-mail of the master or member of staff; null for the program itself, and after erasure. */
  by: z.string().nullable(),
  /** Of `receiver` only its type and a mark; of a certificate only its last day and a part of its fingerprint; limits in cents. */
  fields: z.array(
    z.strictObject({
      field: changedSetup,
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});

export const platformSetupContract = {
  'master.getPlatformSetup': query(
    'How masters set a platform up, and the revision of its record',
    z.strictObject({ platformId: aggregateId, after }),
    z.strictObject({
      setup,
      /** Acquirers of this release. */
      offered: z.array(z.strictObject({ provider: z.string(), label: z.string() })),
      revision: z.int(),
      position,
    }),
  ),
  'master.revisePlatformSetup': mutation(
    'Says whether a platform is in production, which acquirers it may have, for what, and how its checkouts are worded',
    z.strictObject({
      ...change,
      isInProduction: z.boolean(),
      providers: z.array(providerId).max(100).nullable(),
      methods: z.array(z.enum(purposes)).max(purposes.length).nullable(),
      wording: z.enum(wordings),
    }),
    written,
  ),
  'master.setPlatformReceiver': mutation(
    'Keeps the PIX key that charges of a platform are paid to where an account has none of its own, or removes it',
    z.strictObject({ ...change, pixKey: z.string().trim().min(1).max(77).nullable() }),
    written,
  ),
  'master.setPlatformCertificate': mutation(
    'Keeps a client certificate for the accounts of a platform without an own one; it is shown to no one again',
    z.strictObject({
      ...change,
      direction: z.enum(directions),
      content: file,
      passphrase: z.string().max(200).optional(),
    }),
    written,
  ),
  'master.removePlatformCertificate': mutation(
    'Forgets the client certificate of a platform in one direction',
    z.strictObject({ ...change, direction: z.enum(directions) }),
    written,
  ),
  'master.setPlatformLimits': mutation(
    'Says what a platform may do at most, for sales and withdrawals that begin from now on',
    z.strictObject({
      ...change,
      sale: limit.nullable(),
      withdrawal: limit.nullable(),
      withdrawalsPerDay: limit.nullable(),
    }),
    written,
  ),
  'master.getSimulatedMoney': query(
    'The sums of the simulated balances of all sellers of a platform; zeros once it is in production',
    z.strictObject({ platformId: aggregateId, after }),
    z.strictObject({
      /** Sellers who have simulated money or owe some. */
      sellers: z.int(),
      pending: centsOut,
      /** Sum of the positive balances. */
      available: centsOut,
      held: centsOut,
      /** What sellers owe, as a positive sum. */
      owed: centsOut,
    }),
  ),
  'master.writeOffSimulatedMoney': mutation(
    'Writes off the simulated balances of all sellers of a platform that is not in production yet',
    z.strictObject({
      platformId: aggregateId,
      reason: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON),
    }),
    written,
  ),
  'master.listPlatformChanges': query(
    'Who changed a platform’s name, status and setup, the last change first',
    z.strictObject({ platformId: aggregateId, after }),
    z.strictObject({ changes: z.array(setupChange), position }),
  ),
};

export type PlatformSetupShown = z.output<typeof setup>;
export type SetupChange = z.output<typeof setupChange>;
