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
  templates: {
    'new-device': 'New sign-in to the account',
    'new-password': 'New password',
    'second-factor': 'Second factor changed',
    recovery: 'New password requested',
    invitation: 'Invitation',
    registration: 'Registration of a seller',
    test: 'Test e-mail',
  },
  statuses: {
    WAITING: 'To be sent',
    ACCEPTED: 'Accepted',
    FAILED: 'Refused',
    BOUNCED: 'Bounced',
    WITHHELD: 'Not sent',
  },
  causes: {
    'no-mail-server': 'No mail server is set up',
    'recipient-gone': 'The person is not registered any more',
    'mailbox-gone': 'The address is suspended: an earlier e-mail bounced',
    'link-over': 'The link was used or is over',
    'other-address': 'The person signs in by another address',
    'too-old': 'After a day it is of no use any more',
    'status-5.1.1': 'The mailbox does not exist',
    'status-5.1.2': 'The domain of the address does not exist',
    'status-5.1.3': 'The address is not valid',
    'status-5.1.6': 'The mailbox has moved to another address',
    'status-5.1.10': 'The domain takes no e-mails',
    'status-5.2.1': 'The mailbox is disabled',
    'status-5.2.2': 'The mailbox is full',
    'status-5.7.1': 'Their mail server does not accept our e-mails',
    unanswered: 'The mail server did not answer',
    'too-late': 'It was held up on this machine for too long',
  },
  suspended: 'address suspended',
  release: 'Send again',
  released: 'The next e-mails go to this address again.',
  reports: 'Address for bounces (POST):',
  copyReports: 'Copy the address for bounces',
  copied: 'Copied',
  again: (time: string) => `tried again ${time}`,
  attempts: (count: number) => plural(count, 'attempt', 'attempts'),
};
