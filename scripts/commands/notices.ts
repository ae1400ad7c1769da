import pg from 'pg';
import { UNPROVED_TARGETS } from '#/api/webhooks/store/limits.ts';
import { openPostgresNotices } from '#/api/webhooks/store/postgres.ts';
import { notice as noticeSchema } from '#/api/contract/notices.ts';
import { runCommand, UsageError } from '#/scripts/launch/command.ts';
import { findRunningDatabaseUrl } from '#/scripts/launch/running-locations.ts';

const outcomes = noticeSchema.shape.outcome;

const help = `
npm run notices — prints received webhooks of acquirers, newest first: those of one platform, or of none.

Usage: npm run notices [-- --platform demo] [--outcome UNREADABLE] [--limit 50]

Options
  --platform  the platform (default: webhooks to an address without a platform, which no administrator sees)
  --outcome   only with this outcome: ${outcomes.options.join(', ')}
  --limit     number of webhooks, at most 1000 (default 50)

Each line has the time of receipt, the acquirer, the outcome, the number of attempts, the subject, and the failure if there is
one. The last line says how many charges and payouts of all platforms wait to be looked up because of notices. Of unproved
notices about unknown charges, at most ${UNPROVED_TARGETS.ofAnAccount} an account and ${UNPROVED_TARGETS.inAll} in all are stored; /metrics also shows their number.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  your own Postgres, instead of the embedded one
`;

const MOST = 1_000;

/** @throws UsageError */
const limitOf = (text: unknown): number => {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw new UsageError(`--limit is a number from 1 to ${MOST}.`);
};

/** @throws UsageError */
const outcomeOf = (text: unknown) => {
  if (text === undefined) return {};
  const { data } = outcomes.safeParse(text);
  if (data) return { outcome: data };
  throw new UsageError(`--outcome is one of ${outcomes.options.join(', ')}.`);
};

await runCommand({
  help,
  options: {
    platform: { type: 'string' },
    outcome: { type: 'string' },
    limit: { type: 'string', default: '50' },
  },
  run: async ({ values }) => {
    const limit = limitOf(values['limit']);
    const filter = outcomeOf(values['outcome']);
    const platformId = typeof values['platform'] === 'string' ? values['platform'] : null;
    const pool = new pg.Pool({ connectionString: await findRunningDatabaseUrl(), max: 2 });
    pool.on('error', () => undefined);
    try {
      const store = await openPostgresNotices(pool);
      const listed = await store.list({ platformId, limit, ...filter });
      for (const { receivedAt, provider, outcome, attempts, reference, failure } of listed)
        console.log(
          [receivedAt, provider, outcome, attempts, reference ?? '-', failure ?? '']
            .join('  ')
            .trim(),
        );
      if (listed.length === 0) console.log('No notice of these was received.');
      const { genuine, unproved, kept } = await store.counts();
      console.log(
        `Waiting to be looked up: ${genuine} genuine, ${unproved} unproved. Unproved in all: ${kept}.`,
      );
    } finally {
      await pool.end();
    }
  },
});
