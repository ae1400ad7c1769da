import { z } from 'zod';
import { considered, choice } from '#/domain/acquiring/choose.ts';
import { healthSeen, stepAside } from '#/domain/acquiring/health.ts';
import { providerId, purposes, routes, sellerRoutes } from '#/domain/acquiring/route.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { emptyInput, instant, mutation, paging, position, query } from './procedure.ts';

const purpose = z.enum(purposes);

/** Revision that the change is based on; refused if there is a later one. */
const basedOn = z.int().min(0);

const field = z.strictObject({
  /** A path (`source.branch`), as `admin.connectAcquirer` takes it. */
  name: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  kind: z.enum(['text', 'url']),
  preset: z.string().nullable(),
  options: z.array(z.string()).readonly().nullable(),
});

const health = z.strictObject({
  purpose,
  /** The latest calls of this process: at most 20, of the last five minutes. */
  seen: healthSeen,
  /** Why and until when the acquirer is suspended; null = it is not. */
  aside: z
    .strictObject({
      reason: z.enum(['FAILING', 'SLOW']),
      seen: healthSeen,
      at: instant,
      until: instant,
    })
    .nullable(),
});

const apiProperties = {
  api: z.enum(['specification', 'clients']),
  /** How this API differs from the one in our specification; null if it is that API. */
  differs: z.string().nullable(),
  evidence: z.enum(['documented', 'spec', 'inferred']),
  purposes: z.array(purpose).readonly(),
  /** Supported, but not offered: no one could find out whether a charge was made, or how a payout ended. */
  unprovable: z.array(purpose).readonly(),
  /** How the acquirer's notices prove their origin. */
  webhook: z.string(),
};

const acquirer = z.strictObject({
  id: providerId,
  label: z.string(),
  /** Of the account's API; without an account, of the specification's. */
  ...apiProperties,
  connected: z.boolean(),
  /** Whether masters allow the platform to use this acquirer. One that is not allowed is shown only while connected. */
  enabled: z.boolean(),
  /** Address for the acquirer's notices. */
  webhookUrl: z.string(),
  /** The APIs that an account may use, the specification's first. */
  apis: z.array(z.strictObject({ ...apiProperties, fields: z.array(field).readonly() })).readonly(),
  health: z.array(health),
  /** Undocumented status words of the acquirer, and how each is interpreted. */
  unheardWords: z.array(
    z.strictObject({
      about: z.enum(['CHARGE', 'WITHDRAW']),
      word: z.string(),
      takenFor: z.string(),
      at: instant,
    }),
  ),
});

const step = z.strictObject({
  provider: z.string(),
  /** Display name. */
  label: z.string(),
  reason: choice.shape.reason,
  /** Why the previous acquirer did not take the charge. */
  cause: z.string().nullable(),
  considered: z.array(considered.extend({ label: z.string() })),
  /** True if choosing again from the same candidates gives the same acquirer and reason. */
  replayed: z.boolean(),
  at: instant,
});

export const acquiringContract = {
  'admin.getAcquiring': query(
    'The acquirers, how they do, and where money goes',
    emptyInput,
    z.strictObject({
      routes,
      stepAside,
      /** Of the platform's record. */
      revision: z.int(),
      acquirers: z.array(acquirer),
      /** Outside production, charges and payouts go to the simulated acquirer. */
      isInProduction: z.boolean(),
      /** The purposes that masters allow. */
      methods: z.array(purpose).readonly(),
      position,
    }),
  ),
  'admin.reviseRoutes': mutation(
    'Sends new charges and payouts other ways',
    z.strictObject({ routes, stepAside, basedOn }),
    z.strictObject({ position }),
  ),
  'admin.getSellerRoutes': query(
    "Where a seller's money goes other ways than the platform's",
    z.strictObject({ sellerId: aggregateId, after: paging.after }),
    /** `revision` is that of the seller's record. */
    z.strictObject({ routes: sellerRoutes, revision: z.int(), position }),
  ),
  'admin.reviseSellerRoutes': mutation(
    "Sends a seller's new charges and payouts other ways than the platform's",
    z.strictObject({ sellerId: aggregateId, routes: sellerRoutes, basedOn }),
    z.strictObject({ position }),
  ),
  'admin.connectAcquirer': mutation(
    "Keeps the platform's account at an acquirer, which is never shown again",
    z.strictObject({
      provider: providerId,
      account: z.record(z.string().max(60), z.string().max(20_000)),
      /** True: new keys for the same account. Otherwise `account` replaces the connected one. */
      isSameAccount: z.boolean().optional(),
    }),
    z.strictObject({ position }),
  ),
  'admin.disconnectAcquirer': mutation(
    'Forgets the account at an acquirer that no route names',
    z.strictObject({ provider: providerId }),
    z.strictObject({ position }),
  ),
  'admin.testAcquirer': mutation(
    'Asks an acquirer for a charge that does not exist: whether it answers, and knows us',
    z.strictObject({ provider: providerId }),
    z.strictObject({
      outcome: z.enum([
        'answered',
        'refused',
        'invalid',
        'unauthorized',
        'unavailable',
        'unreadable',
      ]),
      /** Null for `unavailable`. */
      milliseconds: z.int().nullable(),
    }),
  ),
  'admin.resumeAcquirer': mutation(
    'Ends the absence of an acquirer before its time',
    z.strictObject({ provider: providerId, purpose }),
    z.strictObject({ position }),
  ),
  'admin.explainAcquirer': query(
    'Why a payment went to its acquirer, replayed from the record',
    z.strictObject({ paymentId: aggregateId, after: paging.after }),
    z.strictObject({ steps: z.array(step), position }),
  ),
};

export type Acquiring = z.output<(typeof acquiringContract)['admin.getAcquiring']['output']>;
export type AcquirerShown = Acquiring['acquirers'][number];
export type AcquirerStep = z.output<typeof step>;
