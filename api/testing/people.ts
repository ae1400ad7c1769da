import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Core } from '#/api/composition/core.ts';
import type { Membership } from '#/api/auth/memberships.ts';
import type { Sessions } from '#/api/auth/sessions.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { assignment } from '#/domain/manager/assignment.ts';
import { manager } from '#/domain/manager/manager.ts';
import { master } from '#/domain/master/master.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { platform } from '#/domain/platform/platform.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { makeOffer } from './ebook.ts';

export const PASSWORD = 'senha-de-teste';

/** The people of `settle`, each with a sign-in. */
export const people = {
  ana: { platformId: 'demo', sellerId: 'seller-1' },
  bia: { platformId: 'demo', sellerId: 'seller-2' },
  otherSeller: { platformId: 'other', sellerId: 'seller-9' },
  admin: { platformId: 'demo', staffId: 'admin-1', role: 'ADMIN', permissions: [] },
  /** The second administrator, for decisions that need two. */
  deputy: { platformId: 'demo', staffId: 'deputy-1', role: 'ADMIN', permissions: [] },
  accountant: {
    platformId: 'demo',
    staffId: 'accountant-1',
    role: 'FUNCTIONARY',
    permissions: ['isSalesAvailable'],
  },
  /** Reads and refunds sales, and resets second factors. */
  attendant: {
    platformId: 'demo',
    staffId: 'attendant-1',
    role: 'FUNCTIONARY',
    permissions: ['isSalesAvailable', 'isUserAdvancedOptionsAvailable'],
  },
  /** May see and validate documents, and nothing else. */
  examiner: {
    platformId: 'demo',
    staffId: 'examiner-1',
    role: 'FUNCTIONARY',
    permissions: ['isValidateDocumentsAvailable', 'isUserDocumentsAvailable'],
  },
  clerk: { platformId: 'demo', staffId: 'clerk-1', role: 'FUNCTIONARY', permissions: [] },
  otherAdmin: { platformId: 'other', staffId: 'admin-9', role: 'ADMIN', permissions: [] },
  master: { platformId: INSTALLATION_ID, masterId: 'master-1' },
  manager: { platformId: 'demo', managerId: 'manager-1', portfolio: ['seller-1'] },
  otherManager: { platformId: 'other', managerId: 'manager-9', portfolio: ['seller-9'] },
} as const satisfies Record<
  string,
  | { platformId: string; sellerId: string }
  | { platformId: string; masterId: string }
  | { platformId: string; managerId: string; portfolio: readonly string[] }
  | {
      platformId: string;
      staffId: string;
      role: 'ADMIN' | 'FUNCTIONARY';
      permissions: readonly PermissionFlag[];
    }
>;

export type Person = keyof typeof people;

export const personNames: readonly Person[] = [
  'ana',
  'bia',
  'otherSeller',
  'admin',
  'deputy',
  'accountant',
  'attendant',
  'examiner',
  'clerk',
  'otherAdmin',
  'master',
  'manager',
  'otherManager',
];

export interface NewPerson extends Membership {
  readonly email: string;
}

export type AnyPerson = Person | NewPerson;

export const emailOf = (person: AnyPerson): string =>
  typeof person === 'string' ? `${person.toLowerCase()}@example.com` : person.email;

/** Encrypts a buyer as in the event of a payment. */
export const makeBuyer = async (
  { vault }: Pick<Core, 'vault'>,
  name: string,
  document = '52998224725',
): Promise<PaymentRequestedData['buyer']> => {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  const identity = { name, document };
  const person = { email, document: identity.document, phone: '11912345678' };
  const subject = await vault.subjectFor({ platformId: 'demo', ...person });
  return {
    identity: await vault.encrypt(subject, 'fiscal', identity),
    contact: await vault.encrypt(subject, 'contact', { email, phone: '11912345678' }),
  };
};

const contextOf = (platformId: string, id: string) => ({
  commandId: `make-${platformId}-${id}`,
  platform: platformId,
  actor: 'system',
  correlation: id,
});

const makePlatform = async ({ handler, now }: Core, id: string): Promise<void> => {
  const command = { type: 'Create', details: samplePlatform, now: now() } as const;
  await handler.handle(platform, streamOf('platform', id), command, contextOf(id, id));
};

const makeSeller = async (core: Core, name: string, person: NewPerson): Promise<void> => {
  const { handler, vault, now } = core;
  const { platformId, personId, email } = person;
  const subject = await vault.subjectFor({ platformId, email });
  const identity = { name: `Loja ${name}`, document: '52998224725' };
  const details = {
    platformId,
    identity: await vault.encrypt(subject, 'fiscal', identity),
    contact: await vault.encrypt(subject, 'contact', { email }),
    pixEnabled: true,
    creditCardEnabled: true,
    billetEnabled: true,
    routes: {},
  };
  const command = { type: 'Create', details, now: now() } as const;
  const context = contextOf(platformId, personId);
  await handler.handle(seller, streamOf('seller', personId), command, context);
};

type Rights = Pick<StaffDetails, 'role'> & { readonly permissions: readonly PermissionFlag[] };

const makeStaff = async (
  core: Core,
  { platformId, personId, email }: NewPerson,
  { role, permissions }: Rights,
): Promise<void> => {
  const { handler, vault, now } = core;
  const subject = await vault.subjectFor({ platformId, email });
  const contact = await vault.encrypt(subject, 'contact', { email });
  const details = { platformId, contact, role, permissions: [...permissions] };
  const command = { type: 'Create', details, now: now() } as const;
  const context = contextOf(platformId, personId);
  await handler.handle(staff, streamOf('staff', personId), command, context);
};

const makeMaster = async (
  { handler, vault, now }: Core,
  { platformId, personId, email }: NewPerson,
): Promise<void> => {
  const subject = await vault.subjectFor({ platformId, email });
  const contact = await vault.encrypt(subject, 'contact', { email });
  const command = { type: 'Create', details: { contact }, now: now() } as const;
  const context = contextOf(platformId, personId);
  await handler.handle(master, streamOf('master', personId), command, context);
};

const makeManager = async (
  { handler, vault, now }: Core,
  { platformId, personId, email }: NewPerson,
  portfolio: readonly string[],
): Promise<void> => {
  const subject = await vault.subjectFor({ platformId, email });
  const contact = await vault.encrypt(subject, 'contact', { email });
  const command = { type: 'Create', details: { platformId, contact }, now: now() } as const;
  const context = contextOf(platformId, personId);
  await handler.handle(manager, streamOf('manager', personId), command, context);
  for (const sellerId of portfolio) {
    const details = { platformId, managerId: personId };
    const assign = { type: 'Create', details, now: now() } as const;
    const of = contextOf(platformId, `${personId}-${sellerId}`);
    await handler.handle(assignment, streamOf('assignment', sellerId), assign, of);
  }
};

export const membershipOf = (person: Person): Membership => {
  const entry = people[person];
  const { platformId } = entry;
  if ('staffId' in entry) return { platformId, kind: 'staff', personId: entry.staffId };
  if ('managerId' in entry) return { platformId, kind: 'manager', personId: entry.managerId };
  return 'masterId' in entry
    ? { platformId, kind: 'master', personId: entry.masterId }
    : { platformId, kind: 'seller', personId: entry.sellerId };
};

/** Dates the password an hour ago: a change within a second of its creation would not count as a change, and pause no withdrawals. */
const GIVE_PASSWORD = `INSERT INTO auth.account
    (id, "accountId", "providerId", issuer, "userId", password, "createdAt", "updatedAt")
  SELECT id, id, 'credential', 'local:credential', id, $2, now() - interval '1 hour', now() - interval '1 hour'
  FROM auth."user" WHERE email = $1`;

interface PeopleDependencies {
  readonly core: Core;
  readonly sessions: Sessions;
  readonly pool: Pool;
  /** Hash of `PASSWORD`; all people share it, because computing a hash is slow on purpose. */
  readonly passwordHash: string;
}

const addSignIn = async (
  { sessions, pool, passwordHash }: PeopleDependencies,
  name: string,
  person: NewPerson,
) => {
  await sessions.memberships.join({ email: person.email, name }, person);
  await pool.query(GIVE_PASSWORD, [person.email, passwordHash]);
};

/** Creates two platforms with their people, each with a sign-in. */
export const settle = async (dependencies: PeopleDependencies): Promise<void> => {
  const { core } = dependencies;
  for (const id of ['demo', 'other']) await makePlatform(core, id);
  for (const name of personNames) {
    const person = { ...membershipOf(name), email: emailOf(name) };
    const entry = people[name];
    if ('role' in entry) await makeStaff(core, person, entry);
    else if ('masterId' in entry) await makeMaster(core, person);
    else if ('managerId' in entry) await makeManager(core, person, entry.portfolio);
    else await makeSeller(core, name, person);
    await addSignIn(dependencies, name, person);
  }
  await makeOffer(core, people.ana, contextOf);
};

/** Platforms and people for one test, so that its changes do not disturb others. */
export interface PeopleFactory {
  readonly newPlatform: () => Promise<string>;
  readonly newSeller: (platformId?: string) => Promise<NewPerson>;
  readonly newAdmin: (platformId?: string) => Promise<NewPerson>;
  /** The sellers must not be in another portfolio. */
  readonly newManager: (
    portfolio?: readonly NewPerson[],
    platformId?: string,
  ) => Promise<NewPerson>;
  readonly newFunctionary: (
    permissions: readonly PermissionFlag[],
    platformId?: string,
  ) => Promise<NewPerson>;
  readonly newMaster: () => Promise<NewPerson>;
}

export const createPeopleFactory = (dependencies: PeopleDependencies): PeopleFactory => {
  const { core } = dependencies;
  const personOf = (kind: Membership['kind'], platformId = 'demo'): NewPerson => {
    const personId = randomUUID();
    return { kind, platformId, personId, email: `${personId}@example.com` };
  };
  const newStaff = async (person: NewPerson, rights: Rights): Promise<NewPerson> => {
    await makeStaff(core, person, rights);
    await addSignIn(dependencies, 'new', person);
    return person;
  };
  return {
    newPlatform: async () => {
      const id = randomUUID();
      await makePlatform(core, id);
      return id;
    },
    newSeller: async (platformId) => {
      const person = personOf('seller', platformId);
      await makeSeller(core, 'new', person);
      await addSignIn(dependencies, 'new', person);
      return person;
    },
    newAdmin: (platformId) =>
      newStaff(personOf('staff', platformId), { role: 'ADMIN', permissions: [] }),
    newManager: async (portfolio = [], platformId = 'demo') => {
      const person = personOf('manager', platformId);
      await makeManager(
        core,
        person,
        portfolio.map(({ personId }) => personId),
      );
      await addSignIn(dependencies, 'new', person);
      return person;
    },
    newFunctionary: (permissions, platformId) =>
      newStaff(personOf('staff', platformId), { role: 'FUNCTIONARY', permissions }),
    newMaster: async () => {
      const person = personOf('master', INSTALLATION_ID);
      await makeMaster(core, person);
      await addSignIn(dependencies, 'new', person);
      return person;
    },
  };
};
