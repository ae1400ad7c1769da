import type { ProfileTexts } from '#/web/i18n/pt-br/people/profile.ts';
import type { Dictionary } from '#/web/lib/i18n.ts';

export const profile: Dictionary<ProfileTexts> = {
  access: {
    title: 'Access to the account',
    text: 'Password, e-mail, second factor, and where the account is open.',
  },
  notices: {
    title: 'Notices by e-mail',
    text: 'What comes to the e-mail by which you sign in.',
    security: 'Security of the account',
    securityHint:
      'Sign-ins, password, e-mail, second factor and PIX keys. Always sent: they cannot be switched off.',
    kinds: { WITHDRAWALS: 'Withdrawals', DOCUMENTS: 'Documents' },
    hints: {
      WITHDRAWALS: 'When a withdrawal is paid, refused or returned.',
      DOCUMENTS: 'When a document is rejected, and why.',
    },
    save: 'Save notices',
    saved: 'Notices saved',
  },
  look: {
    title: 'Language and theme',
    text: 'In every browser in which you sign in; the language, in e-mails too.',
  },
};
