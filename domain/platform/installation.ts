/**
 * Stands where a platform's id does in what is of no platform: masters, their sign-ins, mails and data. No platform may have it.
 */
export const INSTALLATION_ID = 'installation';
