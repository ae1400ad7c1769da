/** Mails that a person may switch off (people.202). Free of zod: browsers load this file. */
export const optionalMails = ['WITHDRAWALS', 'DOCUMENTS'] as const;

export type OptionalMail = (typeof optionalMails)[number];
