import pg from 'pg';
import { UNPROVED_SUBJECTS } from '#/api/webhooks/store/limits.ts';
import { openPostgresNotices } from '#/api/webhooks/store/postgres.ts';
import { notice as noticeSchema } from '#/api/contract/notices.ts';
import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { runningDatabaseUrl } from '#/scripts/launch/running-places.ts';

const outcomes = noticeSchema.shape.outcome;

const help = `
npm run notices — acquirers' webhooks as they were received, newest first, of no platform or of one.

Usage: npm run notices [-- --platform demo] [--outcome UNREADABLE] [--limit 50]

Options
  --platform  whose (default: those that came to an address without a platform, which no administrator sees)
  --outcome   only these: ${outcomes.options.join(', ')}
  --limit     how many, at most 1000 (default 50)

A line holds: when it came, from which acquirer, what became of it, in how many tries, what it is about, why it failed.
Last it says how many charges and payouts wait to be looked up because of notices, of all platforms. Unproved ones
about unknown charges are kept up to ${UNPROVED_SUBJECTS.ofAnAccount} an account and ${UNPROVED_SUBJECTS.inAll} in all; /metrics shows them too.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  a Postgres of yours, in place of the embedded one
`;

const MOST = 1_000;

/** @throws BadEnvironment */
const limitOf = (text: unknown): number => {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw new BadEnvironment(`--limit is a number from 1 to ${MOST}.`);
};

/** @throws BadEnvironment */
const outcomeOf = (text: unknown) => {
  if (text === undefined) return {};
  const { data } = outcomes.safeParse(text);
  if (data) return { outcome: data };
  throw new BadEnvironment(`--outcome is one of ${outcomes.options.join(', ')}.`);
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
    const pool = new pg.Pool({ connectionString: await runningDatabaseUrl(), max: 2 });
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
