import pg from 'pg';
import { z } from 'zod';
import { resetSecondFactor } from '#/api/auth/second-factor/factor-resets.ts';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { openDatabase } from '#/scripts/launch/open-database.ts';

const help = `
npm run reset-second-factor — switches off the second factor of a person who lost both the phone and the recovery codes.

Usage: npm run reset-second-factor -- --email <address>

Options
  --email      the e-mail with which the person signs in

Make sure that the request comes from that person: afterwards the password alone suffices to sign in. All sessions of the
person end, and withdrawals of their seller are paused for 24 hours. An administrator has to set up another app at the next
sign-in. The command can be used while the product runs, and starts the embedded Postgres if it is not running.

Environment
  PORT          as for npm start (default 3000)
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  your own Postgres, instead of the embedded one
`;

const emailIn = (value: unknown): string => {
  const email = z.string().trim().toLowerCase().pipe(z.email().max(254)).safeParse(value);
  if (email.success) return email.data;
  throw new UsageError('Say whose it is with --email, by which the person signs in.');
};

await runCommand({
  help,
  options: { email: { type: 'string' } },
  run: async ({ values }, { resources, stopping: signal }) => {
    const email = emailIn(values['email']);
    const { dataDir, databaseUrl } = readEnvironment();
    const database = await openDatabase(dataDir, databaseUrl, {
      onProgress: () => undefined,
      signal,
    });
    resources.defer(database.stop);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    resources.defer(() => pool.end());
    const { rows } = await pool.query<{ made: string | null }>(
      `SELECT to_regclass('auth.ended_session') AS made`,
    );
    if (rows[0]?.made == null)
      throw new BadEnvironment('This release has not run here yet: npm start makes the tables.');
    if (!(await resetSecondFactor(pool, email)))
      throw new BadEnvironment(`${email} has no second factor here.`);
    console.log(`${email} signs in with the password alone now. All their sessions have ended.`);
  },
});
