import type { Pool } from 'pg';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { Preferences } from '#/api/contract/person.ts';
import type { MailRecipient } from '#/domain/mail/events.ts';
import { optionalMails } from '#/domain/mail/optional-mails.ts';
import type { MailPreferences } from '#/domain/workflows/send-mail.ts';

/** What users have chosen for themselves. No row, or null: not chosen. */
export const preferenceSchema = `
  CREATE TABLE IF NOT EXISTS auth.preference (
    user_id text PRIMARY KEY REFERENCES auth."user" (id) ON DELETE CASCADE,
    language text CHECK (language IN ('pt', 'en')), theme text CHECK (theme IN ('light', 'dark', 'system')),
    switched_off text[] NOT NULL DEFAULT '{}');`;

const NONE: Preferences = { language: null, theme: null, switchedOff: [] };

const FIELDS = 'language, theme, switched_off AS "switchedOff"';

const OF_USER = `SELECT ${FIELDS} FROM auth.preference JOIN auth."user" AS who ON who.id = user_id WHERE email = $1`;

const OF_PERSON = `SELECT ${FIELDS} FROM auth.preference JOIN auth.membership USING (user_id) WHERE kind = $1 AND person_id = $2`;

/** A null leaves the stored value unchanged. */
const SET = `INSERT INTO auth.preference (user_id, language, theme, switched_off)
    SELECT id, $2::text, $3::text, coalesce($4::text[], '{}') FROM auth."user" WHERE email = $1
  ON CONFLICT (user_id) DO UPDATE SET language = coalesce($2, preference.language), theme = coalesce($3, preference.theme),
    switched_off = coalesce($4, preference.switched_off)`;

const mailLanguageOf = { pt: 'pt-BR', en: 'en' } as const;

/** Preferences are the same in all memberships of a user. */
export const createPreferences = (pool: Pool) => {
  const find = async (text: string, values: readonly string[]): Promise<Preferences> => {
    const { rows } = await pool.query<Preferences>(text, [...values]);
    const [row = NONE] = rows;
    // Leaves out kinds of mail that only an earlier release had.
    return { ...row, switchedOff: optionalMails.filter((kind) => row.switchedOff.includes(kind)) };
  };
  return {
    of: (email: string): Promise<Preferences> => find(OF_USER, [email]),

    set: async (email: string, chosen: ParsedInputOf<'person.setPreferences'>): Promise<void> => {
      const { language = null, theme = null, switchedOff = null } = chosen;
      await pool.query(SET, [email, language, theme, switchedOff]);
    },

    mailPreferencesOf: async ({ kind, personId }: MailRecipient): Promise<MailPreferences> => {
      const { language, switchedOff } = await find(OF_PERSON, [kind, personId]);
      return { language: language && mailLanguageOf[language], switchedOff };
    },
  };
};
