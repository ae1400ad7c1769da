import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { isFirstAwaited } from '#/api/auth/links/invitations.ts';
import { composeCore } from '#/api/composition/compose-core.ts';
import { openFiles } from '#/api/composition/open-files.ts';
import { createRegisterCleanup } from '#/api/composition/register-cleanup.ts';
import type { Core } from '#/api/composition/core.ts';
import { startSandboxProcess } from '#/api/composition/sandbox-process.ts';
import { loadSecrets } from '#/api/composition/secrets.ts';
import { openStore, type StoreLocations } from '#/api/composition/store.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import type { FileStorage } from '#/domain/ports/file-storage.ts';
import { policies } from '#/domain/policies/policies.ts';
import { tellOfDocument, tellOfWithdrawal } from '#/domain/policies/tell-of-seller-matters.ts';
import { reactions } from '#/domain/workflows/reactions.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { addSeconds, timestamp } from '#/domain/values/time.ts';
import { createDispatcher } from '#/ledger/dispatch.ts';
import { startPolicyRunner } from '#/ledger/policies/runner.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import type { Progress } from '#/scripts/launch/progress.ts';
import { pictureKey, pictures, PLATFORM_ID } from './demo-catalogue.ts';
import { live } from './demo-life.ts';
import {
  createCatalogue,
  createManager,
  createMaster,
  createSecond,
  createStaff,
  createUsers,
} from './demo-people.ts';
import { SECOND_PLATFORM_ID } from './demo-second.ts';
import type { World } from './demo-world.ts';

const withoutExpiresAt = <Charge extends { readonly expiresAt?: string }>({
  expiresAt: _,
  ...charge
}: Charge) => charge;

/** Takes the expiry off charges: those of past weeks would expire in the sandbox at once. */
const withoutExpiry = (ports: Ports): Ports => ({
  ...ports,
  providers: async (...of) => {
    const provider = await ports.providers(...of);
    const { createTransaction, getTransaction, findTransaction } = provider;
    if (!createTransaction || !getTransaction || !findTransaction) return provider;
    return {
      ...provider,
      createTransaction: async (charge) =>
        withoutExpiresAt(await createTransaction(withoutExpiresAt(charge))),
      getTransaction: async (by) => {
        const charge = await getTransaction(by);
        return charge && withoutExpiresAt(charge);
      },
      findTransaction: async (by) => {
        const charge = await findTransaction(by);
        return charge && withoutExpiresAt(charge);
      },
    };
  },
});

export interface SeedOptions extends StoreLocations, Progress {
  readonly dataDir: string;
  /** Where the server will receive the sandbox's notices. */
  readonly webhookBaseUrl: string;
  /** Weeks of past sales. */
  readonly weeks: number;
}

/** Stores the pictures, except those that an interrupted seed has stored. */
const storePictures = async (storage: FileStorage): Promise<void> => {
  for (const picture of pictures) {
    const bytes = await readFile(join(import.meta.dirname, 'pictures', `${picture}.svg`));
    await storage.put(pictureKey(picture), { contentType: 'image/svg+xml', bytes }, 'public');
  }
};

/** Makes the demo world of README.md, through commands. */
const seedDemo = async (options: SeedOptions): Promise<void> => {
  const { databaseUrl, eventStoreUrl, eventStorePrefix } = options;
  const { dataDir, webhookBaseUrl, weeks, onProgress } = options;
  onProgress('Demo world: catalogue and people');
  await using stack = new AsyncDisposableStack();
  const registerCleanup = createRegisterCleanup(stack, (what, error) =>
    onProgress(`${what}: ${String(error)}`),
  );
  const secrets = await loadSecrets(dataDir, process.env);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  pool.on('error', () => undefined);
  registerCleanup('the connections to the database', () => pool.end());
  const sandbox = await startSandboxProcess({
    databaseFile: join(dataDir, 'sandbox.db'),
    publicUrl: `${webhookBaseUrl}/sandbox`,
    secrets,
    onProblem: (error) => onProgress(String(error)),
  });
  registerCleanup('the sandbox', sandbox.stop);
  const clock = { now: addSeconds(timestamp(Temporal.Now.instant()), -(weeks * 7 + 1) * 86_400) };
  const now = () => clock.now;
  const sandboxUrl = sandbox.url;
  const places = { databaseUrl, eventStoreUrl, eventStorePrefix };
  const folder = join(dataDir, 'files');
  const openedFiles = await openFiles({ folder }, webhookBaseUrl, secrets);
  await storePictures(openedFiles.storage);
  const coreOptions = { ...places, secrets, openedFiles, webhookBaseUrl, sandboxUrl, pool, now };
  const base = await composeCore(coreOptions, registerCleanup);
  const ports = withoutExpiry(base.ports);
  const core: Core = { ...base, ports };
  const runner = startPolicyRunner({
    store: core.store,
    dispatch: createDispatcher({ handler: core.handler, accounts: core.accounts, now }),
    checkpoints: core.store.checkpoints,
    ports,
    // Messages about past weeks would be withheld as too old.
    policies: policies.filter((policy) => policy !== tellOfWithdrawal && policy !== tellOfDocument),
    reactions,
    onFailure: ({ policy, error }) => onProgress(`${policy}: ${String(error)}`),
  });
  registerCleanup('the policies', () => runner.stop());
  const world: World = { core, clock, runner, sandbox, secrets };
  await createStaff(world);
  await createMaster(world);
  await createManager(world);
  // After the first events: a place that looks empty must not have users with published passwords.
  await createUsers(databaseUrl, secrets);
  // The first platform marks the demo as complete, so the second comes before.
  await createSecond(world);
  await createCatalogue(world);
  await live(world, weeks, options);
};

/** How many events are read to recognise a demo; its catalogue alone has fewer. */
const EVENTS_READ = 100;

const ofPlatform = z.looseObject({ platform: z.string() });

const platformIn = (meta: string): string | undefined =>
  ofPlatform.safeParse(JSON.parse(meta)).data?.platform;

const isFirstPersonInvited = async (connectionString: string): Promise<boolean> => {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    return await isFirstAwaited(pool);
  } finally {
    await pool.end();
  }
};

/** `begun` = an interrupted demo. `another` = the demo must not be made there: its passwords are published. */
export const inspectLocations = async (
  places: StoreLocations,
): Promise<'nothing' | 'begun' | 'demo' | 'another'> => {
  const store = await openStore(places);
  try {
    const demo = await store.readStream(streamOf('platform', PLATFORM_ID), { limit: 1 });
    if (demo.length > 0) return 'demo';
    const first = (await Array.fromAsync(store.readAll({ limit: EVENTS_READ }))).flat();
    const [oldest, ...others] = first.map(({ meta }) => platformIn(meta));
    // The demo's first event belongs to its first platform.
    const ofDemo = new Set<string | undefined>([PLATFORM_ID, SECOND_PLATFORM_ID, INSTALLATION_ID]);
    const isOfDemo = oldest === PLATFORM_ID && others.every((id) => ofDemo.has(id));
    if (first.length > 0 && !isOfDemo) return 'another';
    if (first.length > 0) return 'begun';
    return (await isFirstPersonInvited(places.databaseUrl)) ? 'another' : 'nothing';
  } finally {
    await store.close();
  }
};

/** @returns whether the place now holds the demo */
export const seedDemoWhenEmpty = async (options: SeedOptions): Promise<boolean> => {
  const content = await inspectLocations(options);
  if (content === 'nothing' || content === 'begun') await seedDemo(options);
  return content !== 'another';
};

/** @throws BadEnvironment when the place holds the demo, whose passwords are published */
export const refuseDemoWorld = async (places: StoreLocations): Promise<void> => {
  const content = await inspectLocations(places);
  if (content === 'nothing' || content === 'another') return;
  throw new BadEnvironment(
    'This place holds the demo world, whose passwords are published: start it with --demo if that is meant, or give DATABASE_URL (and EVENTSTORE_URL) or DATA_DIR a place of your own.',
  );
};
