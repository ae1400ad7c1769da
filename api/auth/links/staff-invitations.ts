import type { Pool } from 'pg';
import { instantText } from '#/ledger/database/instant-text.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import { ACCEPTED } from '#/api/auth/memberships.ts';
import type { LinkTokens, OpenLink } from './link-tokens.ts';

/** A mail may arrive on the eve of a holiday. */
const LINK_DAYS = 7;

/** Sellers are invited to register instead. */
export type InvitedKind = Extract<PersonKind, 'staff' | 'manager'>;

/** A row stays until its person has accepted, or the invitation is cancelled. */
export const staffInvitationSchema = `
  CREATE TABLE IF NOT EXISTS auth.staff_invitation (
    staff_id text PRIMARY KEY, link_id uuid NOT NULL UNIQUE, token_hash bytea NOT NULL UNIQUE,
    platform_id text NOT NULL, email text NOT NULL, invited_by text NOT NULL, expires_at timestamptz NOT NULL);
  ALTER TABLE auth.staff_invitation ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT 'staff' CHECK (kind IN ('staff', 'manager'));`;

/** The link by which a member of staff or a manager comes in for the first time. */
export interface StaffInvitation {
  readonly linkId: string;
  readonly platformId: string;
  readonly kind: InvitedKind;
  readonly personId: string;
  /** In lower case. */
  readonly email: string;
  /** A member of staff or a master. Accepting fails once the inviter lost the rights that the invitation gives. */
  readonly invitedBy: string;
}

/** A new link replaces the person's earlier link. */
const MAKE = `INSERT INTO auth.staff_invitation (staff_id, link_id, token_hash, platform_id, email, invited_by, kind, expires_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, now() + interval '${LINK_DAYS} days'
  WHERE NOT EXISTS (SELECT FROM ${ACCEPTED} WHERE membership.kind = $7 AND person_id = $1)
  ON CONFLICT (staff_id) DO UPDATE SET link_id = excluded.link_id, token_hash = excluded.token_hash, email = excluded.email,
    invited_by = excluded.invited_by, expires_at = excluded.expires_at WHERE staff_invitation.link_id <> excluded.link_id`;

export const createStaffInvitations = (pool: Pool, { digest, urlOf }: LinkTokens) => ({
  /** Makes a link, except for a person who has accepted already. */
  make: async (invitation: StaffInvitation): Promise<void> => {
    const { personId, linkId, platformId, email, invitedBy, kind } = invitation;
    const values = [personId, linkId, digest(linkId), platformId, email, invitedBy, kind];
    await pool.query(MAKE, values);
  },

  find: async (linkId: string): Promise<OpenLink | undefined> => {
    const { rows } = await pool.query<{ email: string }>(
      'SELECT email FROM auth.staff_invitation WHERE link_id = $1 AND expires_at > now()',
      [linkId],
    );
    const [row] = rows;
    return row && { email: row.email, url: urlOf(linkId) };
  },

  cancel: async (personId: string): Promise<void> => {
    await pool.query('DELETE FROM auth.staff_invitation WHERE staff_id = $1', [personId]);
  },

  /** When the links of these people expire or expired. */
  endsOf: async (personIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await pool.query<{ personId: string; endsAt: string }>(
      `SELECT staff_id AS "personId", ${instantText('expires_at')} AS "endsAt"
         FROM auth.staff_invitation WHERE staff_id = ANY($1)`,
      [personIds],
    );
    return new Map(rows.map(({ personId, endsAt }) => [personId, endsAt]));
  },
});
