import { withoutNumbersAndEmails } from '#/domain/privacy/personal-text.ts';

/** Too short to be recognised except by its field name. */
const SECURITY_CODE = /(cvv2?|cvc2?|security_?code)(["'\s:=]+)\d{3,4}\b/gi;
const AUTHORIZATION = /\b(Bearer|Basic)\s+[^\s"',;]+/gi;

/** To replace shorter secrets would hide ordinary words. */
const SECRET_LENGTH_MIN = 6;

const forms = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(`${secret}:`).toString('base64'),
];

/** Makes text safer to log: without secrets, security codes, e-mails and long numbers. Names stay. */
export const scrub = (text: string, secrets: readonly string[]): string => {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < SECRET_LENGTH_MIN) continue;
    for (const form of forms(secret)) clean = clean.replaceAll(form, '[secret]');
  }
  return withoutNumbersAndEmails(
    clean.replace(AUTHORIZATION, '$1 [secret]').replace(SECURITY_CODE, '$1$2[number]'),
  );
};
