import { openSessions } from '#/api/auth/sessions.ts';
import type { Secrets } from '#/api/composition/secrets.ts';
import { prepareSellerDetails } from '#/api/people/prepare-seller-details.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { makeOffer } from '#/api/offers/make-offer.ts';
import type { Decider } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { streamOf, type Category } from '#/domain/values/ids.ts';
import { assignment } from '#/domain/manager/assignment.ts';
import { manager } from '#/domain/manager/manager.ts';
import { onboarding, type OnboardingDetails } from '#/domain/onboarding/onboarding.ts';
import { master } from '#/domain/master/master.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { platform } from '#/domain/platform/platform.ts';
import { product } from '#/domain/product/product.ts';
import type { RecordCommand, RecordState } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import {
  newcomers,
  offers,
  onboardingDetails,
  PASSWORD,
  people,
  PLATFORM_ID,
  platformDetails,
  products,
  SELLER_ID,
} from './demo-catalogue.ts';
import {
  SECOND_PLATFORM_ID,
  SECOND_SELLER_ID,
  secondOffers,
  secondPeople,
  secondPlatform,
  secondProducts,
} from './demo-second.ts';
import { context, type World } from './demo-world.ts';

/** Ignores that the record exists: an interrupted seed may have made it. */
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
  platformId = PLATFORM_ID,
): Promise<void> => {
  const command = { type: 'Create', details, now: clock.now } as const;
  const stream = streamOf(decider.category, id);
  await unlessMade(core.handler.handle(decider, stream, command, context(id, platformId)));
};

/** Creates two more sellers, and assigns all three to the manager. */
const createPortfolio = async (world: World): Promise<void> => {
  const platformId = PLATFORM_ID;
  for (const [sellerId, newcomer] of Object.entries(newcomers)) {
    const details = await prepareSellerDetails(world.core, { ...newcomer, platformId });
    await createRecord(world, seller, sellerId, details);
  }
  const { managerId } = people.manager;
  for (const sellerId of [SELLER_ID, ...Object.keys(newcomers)])
    await createRecord(world, assignment, sellerId, { platformId, managerId });
};

/** The platform comes last: without it the demo counts as incomplete. */
export const createCatalogue = async (world: World): Promise<void> => {
  const owner = { ...people.seller, platformId: PLATFORM_ID };
  await createRecord(world, seller, SELLER_ID, await prepareSellerDetails(world.core, owner));
  await declareOwnDocument(world.core, { platformId: PLATFORM_ID, sellerId: SELLER_ID });
  await createPortfolio(world);
  for (const [id, details] of Object.entries(products)) {
    await createRecord(world, product, id, details);
  }
  for (const [offerId, details] of Object.entries(offers)) {
    await unlessMade(makeOffer(world.core, 'Create', { offerId, details }, context(offerId)));
  }
  await createRecord(world, onboarding, PLATFORM_ID, onboardingDetails);
  await createRecord(world, platform, PLATFORM_ID, platformDetails);
};

const secondOnboarding: OnboardingDetails = {
  ...onboardingDetails,
  platformId: SECOND_PLATFORM_ID,
  registration: 'BY_INVITATION',
};

export const createSecond = async (world: World): Promise<void> => {
  const at = SECOND_PLATFORM_ID;
  const owner = { ...secondPeople.seller, platformId: at };
  await createRecord(
    world,
    seller,
    SECOND_SELLER_ID,
    await prepareSellerDetails(world.core, owner),
    at,
  );
  for (const [id, details] of Object.entries(secondProducts))
    await createRecord(world, product, id, details, at);
  for (const [offerId, details] of Object.entries(secondOffers))
    await unlessMade(makeOffer(world.core, 'Create', { offerId, details }, context(offerId, at)));
  await createRecord(world, onboarding, at, secondOnboarding, at);
  await createRecord(world, platform, at, secondPlatform, at);
};

/** Creates an administrator, an accountant and an operator, and the second platform's administrator. */
export const createStaff = async (world: World): Promise<void> => {
  const { vault } = world.core;
  const platformId = PLATFORM_ID;
  const roles = [
    { ...people.admin, platformId, role: 'ADMIN', permissions: [] },
    { ...people.accountant, platformId, role: 'FUNCTIONARY', permissions: ['isSalesAvailable'] },
    { ...people.operator, platformId, role: 'FUNCTIONARY', permissions: ['isConfigAvailable'] },
    { ...secondPeople.admin, platformId: SECOND_PLATFORM_ID, role: 'ADMIN', permissions: [] },
  ] as const;
  for (const { email, staffId, platformId: at, role, permissions } of roles) {
    const subject = await vault.subjectFor({ platformId: at, email });
    const contact = await vault.encrypt(subject, 'contact', { email });
    const details = { platformId: at, contact, role, permissions: [...permissions] };
    await createRecord(world, staff, staffId, details, at);
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

export const createManager = async (world: World): Promise<void> => {
  const { vault } = world.core;
  const { email, managerId } = people.manager;
  const subject = await vault.subjectFor({ platformId: PLATFORM_ID, email });
  const contact = await vault.encrypt(subject, 'contact', { email });
  await createRecord(world, manager, managerId, { platformId: PLATFORM_ID, contact });
};

export const createUsers = async (databaseUrl: string, secrets: Secrets): Promise<void> => {
  const sessions = await openSessions({
    databaseUrl,
    secrets,
    publicUrl: 'http://localhost',
  });
  const common = { platformId: PLATFORM_ID };
  const { seller: owner, master: mara, manager: gil, ...staffed } = people;
  const { seller: neighbour, admin: bento } = secondPeople;
  const elsewhere = { platformId: SECOND_PLATFORM_ID };
  const installed = { platformId: INSTALLATION_ID, personId: mara.masterId } as const;
  const members = [
    { ...mara, membership: { ...installed, kind: 'master' } },
    { ...owner, membership: { ...common, kind: 'seller', personId: SELLER_ID } },
    { ...gil, membership: { ...common, kind: 'manager', personId: gil.managerId } },
    ...Object.values(staffed).map((person) => ({
      ...person,
      membership: { ...common, kind: 'staff', personId: person.staffId } as const,
    })),
    { ...neighbour, membership: { ...elsewhere, kind: 'seller', personId: SECOND_SELLER_ID } },
    { ...bento, membership: { ...elsewhere, kind: 'staff', personId: bento.staffId } },
  ] as const;
  try {
    // Hashes of passwords take most of the time.
    await Promise.all(
      members.map(({ email, name, membership }) =>
        sessions.createUser({ email, name, password: PASSWORD, membership }),
      ),
    );
  } finally {
    await sessions.close();
  }
};
