import { pluralIn } from '#/web/i18n/plural.ts';
import type { MailTexts } from '#/web/i18n/pt-br/mail.ts';

const plural = pluralIn('en');

export const mail: MailTexts = {
  filter: 'Status',
  all: 'All',
  to: {
    server: 'E-mails leave by SMTP',
    outbox: 'Demo: nothing leaves this machine',
    nothing: 'No mail server: nothing is sent',
  },
  seeOutbox: 'See the e-mails',
  test: 'Send a test e-mail',
  testRequested: 'Test e-mail requested: it goes to your address.',
  templates: { 'new-device': 'New sign-in to the account', test: 'Test e-mail' },
  statuses: {
    WAITING: 'To be sent',
    ACCEPTED: 'Accepted',
    FAILED: 'Refused',
    WITHHELD: 'Not sent',
  },
  causes: {
    'no-mail-server': 'No mail server is set up',
    'recipient-gone': 'The person is not registered any more',
    unanswered: 'The mail server did not answer',
    'too-late': 'It was held up on this machine for too long',
  },
  again: (time: string) => `tried again ${time}`,
  attempts: (count: number) => plural(count, 'attempt', 'attempts'),
};
