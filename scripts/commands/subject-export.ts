import type { SubjectExport } from '#/api/contract/privacy.ts';
import { signInsOf } from '#/api/auth/users-of-accounts.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import type { Lookup } from '#/ledger/vault/subjects.ts';
import type { Accounts } from '#/ledger/vault/reapply-erasures.ts';
import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { openCore, type OpenCore } from '#/scripts/launch/open-core.ts';
import { runningPlaces } from '#/scripts/launch/running-places.ts';
import { platformsWithRecords, recordsOf } from '#/projections/subjects.ts';

const help = `
npm run subject-export — prints everything that is held of a person, opened, as JSON.

Usage: npm run --silent subject-export -- --email maria@example.com > maria.json

Options
  --email, --document, --phone   any of them finds the person; family members may share the last two
  --platform                     only on this platform (default: on all)
  --reason                       goes on record with the export (default: the person's own request)

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  a Postgres of yours, in place of the embedded one
  EVENTSTORE_URL  the EventStoreDB that keeps the log in place of Postgres, when there is one
  EVENTSTORE_PREFIX  what this product is called there, when several share it
  KEK           as for npm start
`;

type Values = Readonly<Record<string, unknown>>;

const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @throws BadEnvironment when no option identifies the person */
const lookupOf = (values: Values): Omit<Lookup, 'platformId'> => {
  const [email, document, phone] = ['email', 'document', 'phone'].map((it) => textOf(values, it));
  if (email ?? document ?? phone) return { email, document, phone };
  throw new BadEnvironment('Say who: --email, --document or --phone. See --help.');
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
    const open = await openCore(await runningPlaces(), readEnvironment().dataDir);
    try {
      const platform = textOf(values, 'platform');
      const platformIds = platform ? [platform] : await platformsWithRecords(open.pool);
      const reason = textOf(values, 'reason') ?? 'pedido do titular';
      const exports = await exportAll(open, lookup, platformIds, reason);
      console.log(JSON.stringify(exports, null, 2));
      if (exports.length === 0) throw new BadEnvironment('Nobody is found by this.');
    } finally {
      await open.close();
    }
  },
});
