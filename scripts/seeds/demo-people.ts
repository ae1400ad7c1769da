import { openSessions } from '#/api/auth/sessions.ts';
import type { Secrets } from '#/api/composition/secrets.ts';
import { newSellerDetails } from '#/api/people/new-seller.ts';
import { makeOffer } from '#/api/offers/make-offer.ts';
import type { Decider } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import type { DomainEvent } from '#/domain/events.ts';
import { streamOf, type Category } from '#/domain/ids.ts';
import { onboarding } from '#/domain/onboarding/onboarding.ts';
import { master } from '#/domain/master/master.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { platform } from '#/domain/platform/platform.ts';
import { product } from '#/domain/product/product.ts';
import type { RecordCommand, RecordState } from '#/domain/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import {
  offers,
  onboardingDetails,
  PASSWORD,
  people,
  PLATFORM_ID,
  platformDetails,
  products,
  SELLER_ID,
} from './demo-catalogue.ts';
import { context, type World } from './demo-world.ts';

/** Leaves a record as it is that an interrupted seed made before. */
const unlessMade = async (making: Promise<unknown>): Promise<void> => {
  await making.catch((error: unknown) => {
    if (!(error instanceof Refused && error.code === 'record/already-exists')) throw error;
  });
};

const createRecord = async <Details, Event extends DomainEvent>(
  { core, clock }: World,
  decider: Decider<RecordCommand<Details>, Event, RecordState<Details>> & {
    readonly category: Category;
  },
  id: string,
  details: Details,
): Promise<void> => {
  const command = { type: 'Create', details, now: clock.now } as const;
  const stream = streamOf(decider.category, id);
  await unlessMade(core.handler.handle(decider, stream, command, context(id)));
};

/**
 * Creates the seller, the products and offers, and last the platform: while that is missing, the demo counts as not complete.
 */
export const createCatalogue = async (world: World): Promise<void> => {
  const owner = { ...people.seller, platformId: PLATFORM_ID };
  await createRecord(world, seller, SELLER_ID, await newSellerDetails(world.core, owner));
  for (const [id, details] of Object.entries(products)) {
    await createRecord(world, product, id, details);
  }
  for (const [offerId, details] of Object.entries(offers)) {
    await unlessMade(makeOffer(world.core, 'Create', { offerId, details }, context(offerId)));
  }
  await createRecord(world, onboarding, PLATFORM_ID, onboardingDetails);
  await createRecord(world, platform, PLATFORM_ID, platformDetails);
};

/** Creates an administrator, an accountant who may only see sales, and an operator who may only see the settings. */
export const createStaff = async (world: World): Promise<void> => {
  const { vault } = world.core;
  const roles = [
    { ...people.admin, role: 'ADMIN', permissions: [] },
    { ...people.accountant, role: 'FUNCTIONARY', permissions: ['isSalesAvailable'] },
    { ...people.operator, role: 'FUNCTIONARY', permissions: ['isConfigAvailable'] },
  ] as const;
  for (const { email, staffId, role, permissions } of roles) {
    const subject = await vault.subjectFor({ platformId: PLATFORM_ID, email });
    const contact = await vault.encrypt(subject, 'contact', { email });
    const details = { platformId: PLATFORM_ID, contact, role, permissions: [...permissions] };
    await createRecord(world, staff, staffId, details);
  }
};

/** Creates a master of the installation. */
export const createMaster = async ({ core, clock }: World): Promise<void> => {
  const { email, masterId } = people.master;
  const subject = await core.vault.subjectFor({ platformId: INSTALLATION_ID, email });
  const contact = await core.vault.encrypt(subject, 'contact', { email });
  const command = { type: 'Create', details: { contact }, now: clock.now } as const;
  const by = { ...context(masterId), platform: INSTALLATION_ID };
  await unlessMade(core.handler.handle(master, streamOf('master', masterId), command, by));
};

/** Gives the demo's people their logins. */
export const createUsers = async (databaseUrl: string, secrets: Secrets): Promise<void> => {
  const sessions = await openSessions({
    databaseUrl,
    secrets,
    publicUrl: 'http://localhost',
  });
  const common = { platformId: PLATFORM_ID };
  const { seller: owner, master: mara, ...staffed } = people;
  const installed = { platformId: INSTALLATION_ID, personId: mara.masterId } as const;
  const members = [
    { ...mara, membership: { ...installed, kind: 'master' } },
    { ...owner, membership: { ...common, kind: 'seller', personId: SELLER_ID } },
    ...Object.values(staffed).map((person) => ({
      ...person,
      membership: { ...common, kind: 'staff', personId: person.staffId } as const,
    })),
  ] as const;
  try {
    for (const { email, name, membership } of members) {
      await sessions.createUser({ email, name, password: PASSWORD, membership });
    }
  } finally {
    await sessions.close();
  }
};
