import type { OwnAccessTexts } from '#/web/i18n/pt-br/people/own-access.ts';

export const ownAccess: OwnAccessTexts = {
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
  memberships: {
    label: 'Go on as',
    roles: {
      SELLER: 'Seller',
      ADMIN: 'Administrator',
      FUNCTIONARY: 'Staff',
      MASTER: 'Master',
      MANAGER: 'Manager',
    },
  },
  otherMember: {
    title: 'Another access is in use in this browser',
    text: 'In another tab you went on with another access, or another person signed in. What this page sent since then was not done.',
    reload: 'Reload the page',
  },
  email: { menu: 'Change e-mail' },
  password: { menu: 'Change the password' },
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
  everywhere: {
    signOut: 'Sign out on all devices',
    title: 'Sign out on all devices?',
    text: 'This account is signed out now, in this browser and in every other one where it is open. There, what was not sent yet goes on only with the password. It is kept among the accesses of the platform.',
  },
  stepUp: {
    title: 'Confirm that it is you',
    text: 'This needs your password, again every five minutes. What you typed stays on the page.',
    submit: 'Confirm',
  },
};
