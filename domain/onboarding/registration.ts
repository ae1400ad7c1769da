/** Free of zod: browsers load this file. */

/** Who may register as a seller: anyone with an e-mail of their own, those whom staff invited, or no one. */
export const registrationModes = ['OPEN', 'BY_INVITATION', 'CLOSED'] as const;

export type RegistrationMode = (typeof registrationModes)[number];

/** Most characters of terms of use, and of their version's name. */
export const LONGEST_TERMS = 20_000;
export const LONGEST_VERSION = 40;
