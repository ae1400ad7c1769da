/** Free of zod: browsers load this file. */

/** Who may register as a seller of a platform: anyone who proves that an e-mail is theirs, only those whom staff invited, or no one. */
export const registrationModes = ['OPEN', 'BY_INVITATION', 'CLOSED'] as const;

export type RegistrationMode = (typeof registrationModes)[number];

/** Most characters of terms of use, and of the name of their version. */
export const LONGEST_TERMS = 20_000;
export const LONGEST_VERSION = 40;
