/**
 * Used in place of a platform's id for everything that belongs to no platform: masters, their sign-ins, mails and data. No platform may
 * have this id.
 */
export const INSTALLATION_ID = 'installation';
