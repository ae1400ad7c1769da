import type { AccessTexts } from '#/web/i18n/pt-br/access.ts';
import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('en');

export const accessTexts: AccessTexts = {
  login: {
    sellerTitle: 'Sign in to your account',
    sellerText: 'Follow your sales, balance and withdrawals.',
    adminTitle: 'Staff access',
    adminText: "The platform's administration and accounting.",
    masterTitle: 'Master access',
    masterText: 'The platforms of the installation and their administrators.',
    managerTitle: 'Manager access',
    managerText: 'The sellers of your portfolio and their volume.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'Wrong e-mail or password.',
    limited: (seconds) =>
      `Too many attempts. Wait ${plural(seconds, 'second', 'seconds')} and try again.`,
    unavailable: 'Could not sign in right now. Check your connection and try again.',
    emailMissing: 'Enter your e-mail.',
    passwordMissing: 'Enter your password.',
    againTitle: 'Your session has ended',
    againText: 'Sign in again to go on where you were. What you typed is still on the page.',
    againSubmit: 'Sign in and go on',
    anotherPerson: 'Sign in with another account',
    forgotten: 'I forgot my password',
    toAdmin: 'I am staff',
    toRegister: 'I want to sell: register',
    toSeller: 'I am a seller',
  },
  access: {
    title: 'Access',
    note: 'Who signed in, who got the password wrong and who opened data of buyers or sellers, and from which address.',
    at: 'When',
    person: 'Who',
    what: 'What',
    details: 'Details',
    address: 'Address',
    emptyTitle: 'No access',
    emptyText: 'Sign-ins and looks at personal data appear here.',
  },
};
