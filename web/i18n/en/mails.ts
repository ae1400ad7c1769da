import type { MailsTexts } from '#/web/i18n/pt-br/mails.ts';

export const mailsTexts: MailsTexts = {
  mails: {
    title: 'Integrations',
    note: 'The e-mails to sellers and staff, and what the mail server said of each.',
    installationNote:
      'The mails to masters and the invitations of administrators, and what the mail server said of each.',
    installationEmptyText: 'Invitations and security notices appear here.',
    at: 'When',
    person: 'To',
    what: 'E-mail',
    status: 'Status',
    details: 'Details',
    emptyTitle: 'No e-mails',
    emptyText: 'Warnings about security and other e-mails to people of the platform appear here.',
  },
};
