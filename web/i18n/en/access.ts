import type { AccessTexts } from '#/web/i18n/pt-br/access.ts';
import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('en');

export const accessTexts: AccessTexts = {
  login: {
    sellerTitle: 'Sign in to your account',
    sellerText: 'Follow your sales, balance and withdrawals.',
    adminTitle: 'Staff access',
    adminText: "The platform's administration and accounting.",
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
    toSeller: 'I am a seller',
  },
  recovery: {
    title: 'New password',
    text: 'Enter the e-mail by which you sign in. We send a link for choosing another password.',
    email: 'E-mail',
    emailMissing: 'Enter a valid e-mail.',
    submit: 'Send link',
    done: {
      server:
        'If this e-mail signs in to an account, the link arrives in a moment and works for an hour.',
      outbox:
        'Demo: nothing leaves this machine. If this e-mail signs in to an account, the message with the link is in the outbox.',
      nothing: 'No e-mails are sent from here: ask the support of your platform for a link.',
    },
    notThere:
      'Has it not come? Look into the spam folder too. You can ask for another one after ten minutes.',
    outbox: 'See the outbox',
    toSignIn: 'Back to sign in',
  },
  sessions: {
    menu: 'Open sessions',
    title: 'Open sessions',
    text: 'Where this account is open. Is one of them not yours? End it and change your password.',
    loading: 'Loading the sessions',
    unknown: 'Unknown browser',
    isThis: 'This session',
    since: (at: string) => `Signed in on ${at}`,
    used: (at: string) => `used on ${at}`,
    end: 'End',
    endOf: (device: string, began: string) => `End the session of ${device}, begun on ${began}`,
    ended: 'The session has ended.',
  },
  access: {
    title: 'Access',
    note: 'Who signed in, who got the password wrong and who opened data of buyers or sellers, and from which address.',
    at: 'When',
    person: 'Who',
    what: 'What',
    details: 'Details',
    address: 'Address',
    filter: 'Kind',
    all: 'All',
    seeSale: 'See sale',
    newDevice: 'New browser',
    failures: (count: number) =>
      count === 1 ? '1 wrong password before' : `${count} wrong passwords before`,
    kinds: {
      SIGNED_IN: 'Signed in',
      SIGN_IN_FAILED: 'Wrong password',
      SIGN_IN_SUSPENDED: 'Sign-in suspended',
      SIGNED_OUT: 'Signed out',
      DATA_OPENED: 'Opened data',
    },
    openings: {
      SALE: 'Sale',
      SALE_AUDIT: 'Audit of the sale',
      SALE_REPLAY: 'Replay of the sale',
      SUBJECT_EXPORT: 'Export of the buyer’s data',
      RECEIVER: 'Documents of the seller',
      SALES_SEARCH: 'Search of sales',
      SALES_EXPORT: 'Export of sales',
      JOURNAL_EXPORT: 'Export of the journal',
    },
    causes: {
      ASKED: 'Asked to sign out',
      EVERYWHERE: 'Signed out on all devices',
      NEW_PASSWORD: 'Set a new password: all sessions ended',
      REMOTE: 'Ended the session from another one',
      REPLACED: 'Signed in again in the same browser',
    },
    emptyTitle: 'No access',
    emptyText: 'Sign-ins and looks at personal data appear here.',
  },
};
