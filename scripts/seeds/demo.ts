import { join } from 'node:path';
import pg from 'pg';
import { composeCore } from '#/api/compose.ts';
import type { Core } from '#/api/core.ts';
import { startSandboxProcess } from '#/api/sandbox-process.ts';
import { loadSecrets } from '#/api/secrets.ts';
import { streamOf } from '#/domain/ids.ts';
import { policies, reactions } from '#/domain/policies/policies.ts';
import type { Ports } from '#/domain/policies/policy.ts';
import { addSeconds, timestamp } from '#/domain/time.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints.ts';
import { createDispatcher } from '#/ledger/dispatch.ts';
import { startPolicyRunner } from '#/ledger/policy-runner.ts';
import { PLATFORM_ID } from './demo-catalogue.ts';
import { live } from './demo-life.ts';
import { createCatalogue, createStaff, createUsers } from './demo-people.ts';
import type { World } from './demo-world.ts';

const withoutEnd = <Charge extends { readonly expiresAt?: string }>({
  expiresAt: _,
  ...charge
}: Charge) => charge;

/** The demo's charges ended in its past, where none can be made: the sandbox is not told when, and not asked. */
const withoutExpiry = (ports: Ports): Ports => ({
  ...ports,
  providers: (id) => {
    const provider = ports.providers(id);
    const { createTransaction, getTransaction } = provider;
    if (!createTransaction || !getTransaction) return provider;
    return {
      ...provider,
      createTransaction: async (charge) => withoutEnd(await createTransaction(withoutEnd(charge))),
      getTransaction: async (by) => {
        const found = await getTransaction(by);
        return found && withoutEnd(found);
      },
    };
  },
});

export interface SeedOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Where the server will be reached by the sandbox's notices. */
  readonly webhookBaseUrl: string;
  /** Of sales that lie behind when it opens. */
  readonly weeks: number;
  readonly onProgress: (line: string) => void;
}

/** The demo world of README.md, lived through by commands: catalogue, people, and some weeks of sales, refunds, payouts. */
const seedDemo = async (options: SeedOptions): Promise<void> => {
  const { databaseUrl, dataDir, webhookBaseUrl, weeks, onProgress } = options;
  onProgress('Demo world: catalogue and people');
  const secrets = await loadSecrets(dataDir, process.env);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const sandbox = await startSandboxProcess({
    databaseFile: join(dataDir, 'sandbox.db'),
    publicUrl: `${webhookBaseUrl}/sandbox`,
    secrets,
    onProblem: (error) => onProgress(String(error)),
  });
  const clock = { now: addSeconds(timestamp(Temporal.Now.instant()), -(weeks * 7 + 1) * 86_400) };
  const now = () => clock.now;
  const sandboxUrl = sandbox.url;
  const base = await composeCore({ databaseUrl, secrets, webhookBaseUrl, sandboxUrl, pool, now });
  const ports = withoutExpiry(base.ports);
  const core: Core = { ...base, ports };
  const runner = startPolicyRunner({
    store: core.store,
    dispatch: createDispatcher({ handler: core.handler, accounts: core.accounts, now }),
    checkpoints: await createPostgresCheckpoints(pool),
    ports,
    policies,
    reactions,
    onFailure: ({ policy, error }) => onProgress(`${policy}: ${String(error)}`),
  });
  const world: World = { core, clock, runner, sandbox, secrets };
  try {
    await createUsers(databaseUrl, secrets);
    await createStaff(world);
    await createCatalogue(world);
    await live(world, weeks, onProgress);
  } finally {
    await runner.stop();
    await core.store.close();
    await sandbox.stop();
    await pool.end();
  }
};

/** More events than a catalogue has. */
const LOOKED_AT = 100;

/**
 * Whether anything happened here yet, and if it did, whether it is the demo. One that was cut short before anything was
 * sold counts as nothing, and is begun again.
 */
export const whatIsThere = async (databaseUrl: string): Promise<'nothing' | 'demo' | 'another'> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ log: string | null }>(
      `SELECT to_regclass('ledger.event')::text AS log`,
    );
    if (rows[0]?.log === null) return 'nothing';
    const { rows: found } = await client.query<{ demo: boolean; others: boolean }>(
      `SELECT EXISTS (SELECT FROM ledger.event WHERE stream = $1) AS demo,
              EXISTS (SELECT FROM ledger.event
                WHERE position <= $3 AND meta ->> 'platform' <> $2) AS others`,
      [streamOf('platform', PLATFORM_ID), PLATFORM_ID, LOOKED_AT],
    );
    if (found[0]?.demo) return 'demo';
    return found[0]?.others ? 'another' : 'nothing';
  } finally {
    await client.end();
  }
};

/** Makes the demo world where nothing is yet. @returns whether the demo is what is there */
export const seedDemoWhenEmpty = async (options: SeedOptions): Promise<boolean> => {
  const found = await whatIsThere(options.databaseUrl);
  if (found === 'nothing') await seedDemo(options);
  return found !== 'another';
};
