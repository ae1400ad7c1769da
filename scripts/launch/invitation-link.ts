import pg from 'pg';
import type { RunningServer } from '#/api/main.ts';
import { INVITATION_MINUTES, inviteFirst } from '#/api/auth/links/invitations.ts';

/** Browsers do not send what follows the #, so the token is in no log. */
export const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/welcome#${token}`;

export const howLong = `It works once and ends after ${INVITATION_MINUTES} minutes; npm run invite prints another.`;

/** Returns a text with the link; undefined if a master or a member of staff may sign in, or if the log, which says so, cannot be read. */
export const inviteFirstPerson = async (
  databaseUrl: string,
  { url: publicUrl, maySignIn }: Pick<RunningServer, 'url' | 'maySignIn'>,
): Promise<string | undefined> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const token = await inviteFirst(pool, null, (person) =>
      // While the log cannot be read, no one is invited.
      maySignIn(person).catch(() => true),
    );
    return token === undefined
      ? undefined
      : `Nobody may sign in yet. The first master comes in by this link:\n\n  ${linkOf(publicUrl, token)}\n\n  ${howLong}\n`;
  } finally {
    await pool.end();
  }
};
