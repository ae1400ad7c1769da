import type { EmailChangeTexts } from '#/web/i18n/pt-br/people/email-change.ts';

export const emailChange: EmailChangeTexts = {
  title: 'Change e-mail',
  text: (email) =>
    `You sign in by ${email} today. One link goes to this e-mail and another to the new one; the change is made once both are confirmed.`,
  newEmail: 'New e-mail',
  emailWrong: 'Enter a valid e-mail.',
  rests: 'The change ends all sessions, and withdrawals rest for 24 hours.',
  submit: 'Send the links',
  waiting: (email, until) => `The change to ${email} waits to be confirmed, until ${until}.`,
  former: (state) => `Link at the present e-mail: ${state}`,
  new: (state) => `Link at the new e-mail: ${state}`,
  confirmed: 'confirmed',
  awaited: 'to be confirmed',
  notThere: 'Not there? Look in the spam as well.',
  cancel: 'Cancel the change',
  confirm: {
    title: 'Confirm the change of e-mail?',
    checking: 'Checking the link…',
    overTitle: 'Link not valid',
    uncheckedTitle: 'The link could not be checked',
    toSignIn: 'Go to sign-in',
    what: {
      former: (email) => `Your account will use the e-mail ${email} to sign in.`,
      new: (email) => `Someone wants to use this e-mail, ${email}, to sign in to an account.`,
    },
    first: {
      former: 'It has to be confirmed by the link sent to the new e-mail as well.',
      new: 'It has to be confirmed by the link sent to the former e-mail as well.',
    },
    last: 'This is the last confirmation: all sessions end, and withdrawals rest for 24 hours.',
    submit: 'Confirm',
    halfTitle: 'Confirmed here',
    halfText: {
      former: 'Now confirm by the link sent to the new e-mail.',
      new: 'Now confirm by the link sent to the former e-mail.',
    },
    madeTitle: 'E-mail changed',
    madeText: (email) => `Sign in by ${email} and your usual password now.`,
  },
};
