import { use } from 'react';
import { mail as portuguese, type MailTexts } from '#/web/i18n/pt-br/mail.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<MailTexts> | undefined;

const fetchEnglish = async (): Promise<MailTexts> => (await import('#/web/i18n/en/mail.ts')).mail;

const english = (): Promise<MailTexts> => (loadingEnglish ??= fetchEnglish());

/** Separate from the other texts, because only one screen needs them. */
export const useMailTexts = (): MailTexts => (useLanguage() === 'pt' ? portuguese : use(english()));
