import { optionalMails, type OptionalMail } from '#/domain/mail/optional-mails.ts';

export type NoticeValues = Readonly<Record<OptionalMail, boolean>>;

export const noticesIn = (switchedOff: readonly OptionalMail[]): NoticeValues => ({
  WITHDRAWALS: !switchedOff.includes('WITHDRAWALS'),
  DOCUMENTS: !switchedOff.includes('DOCUMENTS'),
});

export const listSwitchedOffMail = (values: NoticeValues): OptionalMail[] =>
  optionalMails.filter((kind) => !values[kind]);
