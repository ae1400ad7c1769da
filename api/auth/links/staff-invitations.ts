import type { Pool } from 'pg';
import { instantText } from '#/ledger/database/instant-text.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import type { LinkTokens, OpenLink } from './link-tokens.ts';

/** Validity of an invitation by mail: it may come on the eve of a holiday. */
const LINK_DAYS = 7;

/** What staff and masters invite to by mail. */
export type InvitedKind = Extract<PersonKind, 'staff' | 'manager'>;

/** A row stands until its person has come in or is invited no more; `staff_id` is the id of a manager's record where `kind` says so. */
export const staffInvitationSchema = `
  CREATE TABLE IF NOT EXISTS auth.staff_invitation (
    staff_id text PRIMARY KEY, link_id uuid NOT NULL UNIQUE, token_hash bytea NOT NULL UNIQUE,
    platform_id text NOT NULL, email text NOT NULL, invited_by text NOT NULL, expires_at timestamptz NOT NULL);
  ALTER TABLE auth.staff_invitation ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT 'staff' CHECK (kind IN ('staff', 'manager'));`;

/** An invitation to come in as a member of staff or a manager, whose record stands already. */
export interface StaffInvitation {
  /** Made for this link alone. */
  readonly linkId: string;
  readonly platformId: string;
  readonly kind: InvitedKind;
  readonly personId: string;
  /** In lower case. */
  readonly email: string;
  /** The member of staff who invites: what they may no longer give is not given when it is accepted. */
  readonly invitedBy: string;
}

/** Another link takes the place of the one before; there is none for a record as which a user comes in already. */
const MAKE = `INSERT INTO auth.staff_invitation (staff_id, link_id, token_hash, platform_id, email, invited_by, kind, expires_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, now() + interval '${LINK_DAYS} days'
  WHERE NOT EXISTS (SELECT FROM auth.membership WHERE kind = $7 AND person_id = $1)
  ON CONFLICT (staff_id) DO UPDATE SET link_id = excluded.link_id, token_hash = excluded.token_hash, email = excluded.email,
    invited_by = excluded.invited_by, expires_at = excluded.expires_at WHERE staff_invitation.link_id <> excluded.link_id`;

export const createStaffInvitations = (pool: Pool, { digest, urlOf }: LinkTokens) => ({
  /** Makes a link, in place of an earlier one; none for a person who has come in. Repeating it changes nothing. */
  make: async (invitation: StaffInvitation): Promise<void> => {
    const { personId, linkId, platformId, email, invitedBy, kind } = invitation;
    const values = [personId, linkId, digest(linkId), platformId, email, invitedBy, kind];
    await pool.query(MAKE, values);
  },

  /** Returns a link that can be used; undefined when it was used, replaced or is over. */
  find: async (linkId: string): Promise<OpenLink | undefined> => {
    const { rows } = await pool.query<{ email: string }>(
      'SELECT email FROM auth.staff_invitation WHERE link_id = $1 AND expires_at > now()',
      [linkId],
    );
    const [row] = rows;
    return row && { email: row.email, url: urlOf(linkId) };
  },

  /** Ends the invitation of a person, if there is one. */
  cancel: async (personId: string): Promise<void> => {
    await pool.query('DELETE FROM auth.staff_invitation WHERE staff_id = $1', [personId]);
  },

  /** Returns when the links of these people end or ended. */
  endsOf: async (personIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await pool.query<{ personId: string; endsAt: string }>(
      `SELECT staff_id AS "personId", ${instantText('expires_at')} AS "endsAt"
         FROM auth.staff_invitation WHERE staff_id = ANY($1)`,
      [personIds],
    );
    return new Map(rows.map(({ personId, endsAt }) => [personId, endsAt]));
  },
});
