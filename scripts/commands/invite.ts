import pg from 'pg';
import { z } from 'zod';
import { invite, inviteFirst, inviteMaster } from '#/api/auth/links/invitations.ts';
import { membershipsOf } from '#/api/auth/memberships.ts';
import { hasOperators, userOf } from '#/api/auth/users-of-accounts.ts';
import { readApiEnvironment } from '#/api/composition/env.ts';
import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { howLong, linkOf } from '#/scripts/launch/invitation-link.ts';
import { openDatabase } from '#/scripts/launch/open-database.ts';
import { choosePlatform } from '#/scripts/launch/choose-platform.ts';

const help = `
npm run invite — prints a link by which a person comes in and chooses a password of their own.

Usage: npm run invite                           the first administrator of a new installation, where no one can sign in yet
       npm run invite -- --email <address>      the same; or one more administrator; or, for a person who can sign in
                                                already, a new password: the old one and all their sessions end
       npm run invite -- --master               a master, who makes platforms and lets their administrators in; with --email
                                                also a person who can sign in already, who keeps their password

Options
  --email      of the person; without it the person who opens the link enters it
  --master     whom the link makes a master of the installation; there may be several
  --platform   what they will administer, when there are several platforms

The link works once and ends after an hour. Another one for the same person takes its place. It works beside a running
product, and starts the embedded Postgres when none runs.

Environment
  PUBLIC_URL    as for npm start: where the link leads (default http://localhost:<port>)
  PORT          as for npm start (default 3000)
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  a Postgres of yours, in place of the embedded one
`;

interface Printed {
  readonly what: string;
  readonly token: string;
}

const addressOf = (wanted: unknown): string | null => {
  if (typeof wanted !== 'string') return null;
  const email = z.email().max(254).safeParse(wanted.trim().toLowerCase());
  if (email.success) return email.data;
  throw new BadEnvironment(`${wanted} is no e-mail address.`);
};

const requireTables = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ made: string | null }>(
    `SELECT to_regclass('auth.invitation') AS made`,
  );
  if (rows[0]?.made != null) return;
  throw new BadEnvironment(
    'This release has not run here yet: npm start makes the tables, and prints the first link of an empty place.',
  );
};

const first = async (pool: pg.Pool, email: string | null): Promise<Printed> => {
  const token = await inviteFirst(pool, email);
  if (token !== undefined) return { token, what: 'The first administrator comes in by this link:' };
  throw new BadEnvironment('Somebody may sign in here already: say whom to invite with --email.');
};

const further = async (pool: pg.Pool, email: string, wanted: unknown): Promise<Printed> => {
  const [known] = await membershipsOf(pool, email);
  const platformId = known?.platformId ?? (await choosePlatform(pool, wanted));
  const token = await invite(pool, email, platformId);
  return {
    token,
    what: known
      ? `${email} may sign in already, and chooses a new password by this link:`
      : `${email} comes to administer the platform ${platformId} by this link:`,
  };
};

const aMaster = async (pool: pg.Pool, email: string | null): Promise<Printed> => {
  const known = email === null ? [] : await membershipsOf(pool, email);
  if (known.some(({ kind }) => kind === 'master') && (await userOf(pool, email ?? '')))
    throw new BadEnvironment(`${email} is a master already: without --master, a new password.`);
  const token = await inviteMaster(pool, email);
  return { token, what: 'A master comes in by this link:' };
};

const printedFor = async (
  pool: pg.Pool,
  email: string | null,
  { master, platform }: Readonly<Record<string, unknown>>,
): Promise<Printed> => {
  if (master === true) return aMaster(pool, email);
  if (email === null || !(await hasOperators(pool))) return first(pool, email);
  return further(pool, email, platform);
};

await runCommand({
  help,
  options: {
    email: { type: 'string' },
    platform: { type: 'string' },
    master: { type: 'boolean' },
  },
  run: async ({ values }, { owned, stopping: signal }) => {
    const { port, dataDir, databaseUrl } = readEnvironment();
    const publicUrl = readApiEnvironment(process.env).PUBLIC_URL ?? `http://localhost:${port}`;
    const email = addressOf(values['email']);
    const silent = { onProgress: () => undefined, signal };
    const database = await openDatabase(dataDir, databaseUrl, silent);
    owned.defer(database.stop);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    owned.defer(() => pool.end());
    await requireTables(pool);
    const { what, token } = await printedFor(pool, email, values);
    console.log(`${what}\n\n  ${linkOf(publicUrl, token)}\n\n${howLong}`);
  },
});
