import pg from 'pg';
import { z } from 'zod';
import { invite, inviteFirst, inviteMaster } from '#/api/auth/links/invitations.ts';
import { membershipsOf } from '#/api/auth/memberships.ts';
import { hasOperators, userOf } from '#/api/auth/users-of-accounts.ts';
import { readApiEnvironment } from '#/api/composition/env.ts';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { howLong, linkOf } from '#/scripts/launch/invitation-link.ts';
import { openDatabase } from '#/scripts/launch/open-database.ts';
import { choosePlatform } from '#/scripts/launch/choose-platform.ts';

const help = `
npm run invite — prints an invitation link with which a person gets access and chooses a password.

Usage: npm run invite                           for the first person of a new installation, who becomes its master
       npm run invite -- --email <address>      the same; once someone can sign in, for an administrator of a platform
       npm run invite -- --master               for a master, who creates platforms and invites their administrators

A person who can sign in already does so, and keeps the password; npm run reset-password is for who lost theirs.

Options
  --email      the person's e-mail; without it, the person enters one when opening the link
  --master     makes the person a master of the installation; there may be several. An installation of an earlier release, which began
               with an administrator, gets its first one so
  --platform   the platform to administer, if there are several

The link works once, for an hour. A new link for the same person and platform replaces it. The command can be used while the product runs,
and starts the embedded Postgres if it is not running.

Environment
  PUBLIC_URL    as for npm start: the address in the link (default http://localhost:<port>)
  PORT          as for npm start (default 3000)
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  your own Postgres, instead of the embedded one
`;

const PASSWORDS = 'Who lost the password gets a link for another one by npm run reset-password.';

/** This command does not read the log: the product decides, when the link is opened, whether it may be used. */
const explainUnneeded = (already: string): string =>
  `${already} ${PASSWORDS} If the log has lost their record, they come in again by this link, which is not usable otherwise:`;

interface InvitationLink {
  readonly what: string;
  readonly token: string;
}

const parseEmail = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const email = z.email().max(254).safeParse(value.trim().toLowerCase());
  if (email.success) return email.data;
  throw new UsageError(`${value} is no e-mail address.`);
};

const requireTables = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ made: string | null }>(
    `SELECT to_regclass('auth.invitation') AS made`,
  );
  if (rows[0]?.made != null) return;
  throw new BadEnvironment(
    'This release has not run here yet: npm start makes the tables, and prints the first link for an empty database.',
  );
};

const linkForFirstPerson = async (pool: pg.Pool, email: string | null): Promise<InvitationLink> => {
  const token = await inviteFirst(pool, email);
  if (token !== undefined) return { token, what: 'The first master comes in by this link:' };
  throw new BadEnvironment(
    'There is already a person who can sign in: name the person to invite with --email. If the log has lost that person, npm start prints a link.',
  );
};

const linkForAdministrator = async (
  pool: pg.Pool,
  email: string,
  platform: unknown,
): Promise<InvitationLink> => {
  const platformId = await choosePlatform(pool, platform);
  const user = await userOf(pool, email);
  const memberships = user === undefined ? [] : await membershipsOf(pool, email);
  const token = await invite(pool, email, platformId);
  if (memberships.some((each) => each.kind === 'staff' && each.platformId === platformId))
    return {
      token,
      what: explainUnneeded(`${email} is staff of the platform ${platformId} already.`),
    };
  return { token, what: `${email} comes to administer the platform ${platformId} by this link:` };
};

const linkForMaster = async (pool: pg.Pool, email: string | null): Promise<InvitationLink> => {
  const memberships = email === null ? [] : await membershipsOf(pool, email);
  const token = await inviteMaster(pool, email);
  if (memberships.some(({ kind }) => kind === 'master') && (await userOf(pool, email ?? '')))
    return { token, what: explainUnneeded(`${email} is a master already.`) };
  return { token, what: 'A master comes in by this link:' };
};

const createLink = async (
  pool: pg.Pool,
  email: string | null,
  { master, platform }: Readonly<Record<string, unknown>>,
): Promise<InvitationLink> => {
  if (master === true) return linkForMaster(pool, email);
  if (email === null || !(await hasOperators(pool))) return linkForFirstPerson(pool, email);
  return linkForAdministrator(pool, email, platform);
};

await runCommand({
  help,
  options: {
    email: { type: 'string' },
    platform: { type: 'string' },
    master: { type: 'boolean' },
  },
  run: async ({ values }, { resources, stopping: signal }) => {
    const { port, dataDir, databaseUrl } = readEnvironment();
    const publicUrl = readApiEnvironment(process.env).PUBLIC_URL ?? `http://localhost:${port}`;
    const email = parseEmail(values['email']);
    const silent = { onProgress: () => undefined, signal };
    const database = await openDatabase(dataDir, databaseUrl, silent);
    resources.defer(database.stop);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    resources.defer(() => pool.end());
    await requireTables(pool);
    const { what, token } = await createLink(pool, email, values);
    console.log(`${what}\n\n  ${linkOf(publicUrl, token)}\n\n${howLong}`);
  },
});
