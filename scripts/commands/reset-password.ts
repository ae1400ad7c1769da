import pg from 'pg';
import { z } from 'zod';
import { LINK_MINUTES, makeRecoveryLink } from '#/api/auth/links/recovery-links.ts';
import { readApiEnvironment } from '#/api/composition/env.ts';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { linkOf } from '#/scripts/launch/invitation-link.ts';
import { openDatabase } from '#/scripts/launch/open-database.ts';

const help = `
npm run reset-password — prints a link with which a person who lost the password chooses another one.

Usage: npm run reset-password -- --email <address>

Options
  --email      the e-mail with which the person signs in

Make sure that the request comes from that person. The link works once, for an hour; using it ends the old password and all
sessions, and the person gets a mail about it. A second factor stays on. Where mails are sent, the person can request the same
link at /recover-password. The command can be used while the product runs, and starts the embedded Postgres if it is not running.

Environment
  PUBLIC_URL    as for npm start: the address in the link (default http://localhost:<port>)
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
    const { port, dataDir, databaseUrl } = readEnvironment();
    const publicUrl = readApiEnvironment(process.env).PUBLIC_URL ?? `http://localhost:${port}`;
    const silent = { onProgress: () => undefined, signal };
    const database = await openDatabase(dataDir, databaseUrl, silent);
    resources.defer(database.stop);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    resources.defer(() => pool.end());
    const { rows } = await pool.query<{ made: string | null }>(
      `SELECT to_regclass('auth.recovery') AS made`,
    );
    if (rows[0]?.made == null)
      throw new BadEnvironment('This release has not run here yet: npm start makes the tables.');
    const token = await makeRecoveryLink(pool, email);
    if (token === undefined) throw new BadEnvironment(`Nobody signs in with ${email} here.`);
    const how = `It works once and ends after ${LINK_MINUTES} minutes.`;
    console.log(
      `${email} chooses a new password by this link:\n\n  ${linkOf(publicUrl, token)}\n\n${how}`,
    );
  },
});
