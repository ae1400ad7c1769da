import type { SubjectExport } from '#/api/contract/privacy.ts';
import { signInsOf } from '#/api/auth/users-of-accounts.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import type { Lookup } from '#/ledger/vault/subjects.ts';
import type { Accounts } from '#/ledger/vault/accounts.ts';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { openCore, type OpenCore } from '#/scripts/launch/open-core.ts';
import { findRunningLocations } from '#/scripts/launch/running-locations.ts';
import { listPlatformsWithRecords, recordsOf } from '#/projections/subjects.ts';

const help = `
npm run subject-export — prints all stored data of a person, decrypted, as JSON.

Usage: npm run --silent subject-export -- --email maria@example.com > maria.json

Options
  --email, --document, --phone   each of them finds the person; family members may share document or phone
  --platform                     only on this platform (default: on all)
  --reason                       recorded with the export (default: the person's own request)

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
  KEK           as for npm start
`;

type Values = Readonly<Record<string, unknown>>;

const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @throws UsageError when no option identifies the person */
const lookupOf = (values: Values): Omit<Lookup, 'platformId'> => {
  const [email, document, phone] = ['email', 'document', 'phone'].map((it) => textOf(values, it));
  if (email ?? document ?? phone) return { email, document, phone };
  throw new UsageError('Say who: --email, --document or --phone. See --help.');
};

const exportAll = async (
  { core, pool }: OpenCore,
  lookup: Omit<Lookup, 'platformId'>,
  platformIds: readonly string[],
  reason: string,
): Promise<readonly SubjectExport[]> => {
  const sessions = { signInsOf: (accounts: Accounts) => signInsOf(pool, accounts) };
  const exports = [];
  for (const platformId of platformIds) {
    for (const subject of await core.vault.find({ ...lookup, platformId })) {
      const records = await recordsOf(pool, subject);
      const parts = { core, sessions, database: pool };
      const by = { actor: 'system', reason };
      exports.push(await exportSubject(parts, { subject, platformId }, records, by));
    }
  }
  return exports;
};

const text = { type: 'string' } as const;

await runCommand({
  help,
  options: { email: text, document: text, phone: text, platform: text, reason: text },
  run: async ({ values }) => {
    const lookup = lookupOf(values);
    const open = await openCore(await findRunningLocations(), readEnvironment().dataDir);
    try {
      const platform = textOf(values, 'platform');
      const platformIds = platform ? [platform] : await listPlatformsWithRecords(open.pool);
      const reason = textOf(values, 'reason') ?? 'pedido do titular';
      const exports = await exportAll(open, lookup, platformIds, reason);
      console.log(JSON.stringify(exports, null, 2));
      if (exports.length === 0) throw new BadEnvironment('Nobody is found by this.');
    } finally {
      await open.close();
    }
  },
});
