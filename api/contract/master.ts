import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { personKinds } from '#/domain/access/events.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { accessKind, loggedWord } from './access.ts';
import {
  centsOut,
  dayRange,
  instant,
  mutation,
  page,
  paging,
  position,
  query,
  search,
  typedName,
} from './procedure.ts';
import { openSession } from './person.ts';
import { invited, member } from './staff.ts';

/** Platforms as masters manage them; no data of sellers or buyers, and of payments only a sum. */

const platformLine = z.strictObject({
  platformId: aggregateId,
  name: z.string(),
  /** `BLOCKED`: no one can sign in, sell or be paid. */
  status: z.enum(['ACTIVE', 'BLOCKED']),
  /** Sellers who are not blocked themselves. */
  sellers: z.int(),
  /** Administrators who are not blocked themselves, invited ones included. */
  administrators: z.int(),
  /** In cents of reais: sales approved in the last 30 days. */
  volume: centsOut,
  createdAt: instant,
});

const platformFacts = platformLine.extend({
  changedAt: instant,
  revision: z.int(),
  /** The acquirers in the platform's routes. */
  acquirers: z.array(z.strictObject({ provider: z.string(), label: z.string() })),
  position,
});

/** Revision that the change is based on; refused if there is a later one. */
const basedOn = z.int().min(0);

const change = {
  platformId: aggregateId,
  basedOn,
};

const name = typedName(80);

const written = z.strictObject({ position });

const administrator = member
  .omit({ role: true, permissions: true, changedBy: true, isChangeable: true })
  .extend({ platformId: aggregateId, platformName: z.string() });

const administratorListing = {
  ...paging,
  state: z.enum(['CURRENT', 'BLOCKED']).default('CURRENT'),
  platformId: aggregateId.optional(),
};

const administratorChange = z.strictObject({ staffId: aggregateId, basedOn });

const master = z.strictObject({
  masterId: aggregateId,
  email: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'BLOCKED']),
  joinedAt: instant,
  signedInAt: instant.nullable(),
  changedAt: instant,
  revision: z.int(),
  /** Whether this is the caller, whom only another master may block. */
  isOneself: z.boolean(),
});

const masterChange = z.strictObject({ masterId: aggregateId, basedOn });

/** Entries about sessions, not about opened data. */
const sessionKind = accessKind.exclude(['DATA_OPENED']);

/** `UNUSUAL`: of any kind, if it may be of a person without a right to be in (people.221). */
const sessionFilter = z.enum([...sessionKind.options, 'UNUSUAL']);

const sessionLine = z.strictObject({
  eventId: z.uuid(),
  at: instant,
  platformId: aggregateId,
  /** Null for masters. */
  platformName: z.string().nullable(),
  person: z.strictObject({
    kind: z.enum(personKinds),
    id: aggregateId,
    /** Null for sellers, whose data is their platform's. */
    email: z.string().nullable(),
  }),
  kind: sessionKind,
  /** Client address; null where none was recorded, and after erasure. */
  address: z.string().nullable(),
  /** As the browser said; null as for `address`, and where only the address was recorded. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** `SIGN_IN_SUSPENDED`: after how many failures; `SIGNED_IN`: how many came before. */
  failures: z.int().nullable(),
  /** `SIGNED_IN`: whether the browser had signed in to this account before. */
  isKnownDevice: z.boolean().nullable(),
  /** `SIGNED_OUT`: why the session ended. */
  cause: loggedWord.nullable(),
  /** `SECOND_FACTOR`: what happened to it. */
  change: loggedWord.nullable(),
  /** `SIGNED_OUT`: why a master ended the session. */
  reason: z.string().nullable(),
});

const anyone = { kind: z.enum(personKinds), personId: aggregateId };

export const masterContract = {
  'master.listPlatforms': query(
    'The platforms of the installation, the last made first',
    z.strictObject({ ...paging, state: z.enum(['CURRENT', 'BLOCKED']).default('CURRENT') }),
    page(platformLine),
  ),
  'master.getPlatform': query(
    'One platform of the installation',
    z.strictObject({ platformId: aggregateId, after: paging.after }),
    platformFacts,
  ),
  'master.createPlatform': mutation(
    'Makes a platform with the terms of a new one, until its staff change them; no one may come in to it yet',
    z.strictObject({ platformId: aggregateId, name }),
    written,
  ),
  'master.renamePlatform': mutation(
    'Gives a platform another name; its id stays',
    z.strictObject({ ...change, name }),
    written,
  ),
  'master.blockPlatform': mutation(
    'Lets no one of a platform in any more and ends their sessions; it sells nothing and takes no withdrawals meanwhile',
    z.strictObject(change),
    written,
  ),
  'master.restorePlatform': mutation(
    'Opens a blocked platform again, as it was before',
    z.strictObject(change),
    written,
  ),
  'master.getSigningKeys': query(
    'The public keys with which a platform signed its payouts',
    z.strictObject({ platformId: aggregateId, after: paging.after }),
    z.strictObject({
      /** Ed25519, 32 bytes in hexadecimal; null before the first payout. */
      current: z.string().nullable(),
      /** The last one first; what they signed stays valid. */
      former: z.array(z.string()),
      position,
    }),
  ),
  'master.rotateSigningKey': mutation(
    'Has a platform sign its payouts with a new key from now on',
    z.strictObject({
      platformId: aggregateId,
      /** The current key as the caller read it; null: there was none. */
      after: z.string().length(64).nullable(),
    }),
    written,
  ),
  'master.listAdministrators': query(
    'The administrators of all platforms, the last changed first',
    z.strictObject(administratorListing),
    page(administrator),
  ),
  'master.searchAdministrators': search(
    'The administrators of all platforms whose e-mail has a text, the last changed first',
    z.strictObject({ ...administratorListing, text: z.string().trim().min(1).max(254) }),
    page(administrator),
  ),
  'master.inviteAdministrator': mutation(
    'Makes an administrator of a platform and mails them a link by which they come in',
    z.strictObject({ platformId: aggregateId, email: z.email().max(254) }),
    invited,
    { limit: 'invitation' },
  ),
  'master.inviteAdministratorAgain': mutation(
    'Mails an administrator who has not accepted a new link, in place of the one before',
    z.strictObject({ staffId: aggregateId }),
    invited,
    { limit: 'invitation' },
  ),
  'master.blockAdministrator': mutation(
    'Lets an administrator in no more and ends their sessions, unless the platform has no other one',
    administratorChange,
    written,
  ),
  'master.restoreAdministrator': mutation(
    'Lets a blocked administrator in again',
    administratorChange,
    written,
  ),
  'master.listMasters': query(
    'The masters of the installation, the first first, with those who are blocked',
    z.strictObject({ after: paging.after }),
    z.strictObject({ items: z.array(master), position }),
  ),
  'master.blockMaster': mutation(
    'Lets another master in no more and ends their sessions and links, unless there is no other one',
    masterChange,
    written,
  ),
  'master.restoreMaster': mutation('Lets a blocked master in again', masterChange, written),
  'master.listSessionLog': query(
    'Who signed in at all platforms, or failed to, from where, and how it ended, the newest first',
    z.strictObject({
      ...paging,
      ...dayRange,
      personId: aggregateId.optional(),
      platformId: aggregateId.optional(),
      kind: sessionFilter.optional(),
    }),
    page(sessionLine),
  ),
  'master.listOpenSessions': query(
    'The sessions of a person of any platform that go on, the last used first',
    z.strictObject(anyone),
    z.strictObject({ sessions: z.array(openSession) }),
  ),
  'master.endSession': mutation(
    "Ends a session of a person, in every process within a second; never the caller's own",
    z.strictObject({
      ...anyone,
      sessionId: z.string().max(100),
      /** Without personal data. */
      reason: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON),
    }),
    z.strictObject({}),
  ),
};

export type PlatformLine = z.output<typeof platformLine>;
export type Administrator = z.output<typeof administrator>;
export type Master = z.output<typeof master>;
export type SessionLine = z.output<typeof sessionLine>;
