import type { BlockAccessTexts } from '#/web/i18n/pt-br/people/block-access.ts';

export const blockAccess: BlockAccessTexts = {
  title: 'Block the access?',
  checking: 'Checking the link…',
  what: {
    'new-device': (email, at) => `The account ${email} was opened in an unknown browser on ${at}.`,
    'new-password': (email, at) => `The password of the account ${email} was changed on ${at}.`,
    'new-email': (email, at) => `The account took the e-mail ${email} on ${at}.`,
    'confirm-former-email': (email, at) =>
      `On ${at} it was asked that the account ${email} use another e-mail.`,
    'new-destination': (email, at) =>
      `A PIX key was named for the withdrawals of the account ${email} on ${at}.`,
    'suspended-destination': (email, at) =>
      `A PIX key of the withdrawals of the account ${email} was suspended on ${at}.`,
    'second-factor': (email, at) => `The second factor of the account ${email} changed on ${at}.`,
  },
  effect:
    'All sessions end, and the password stops working. Withdrawals rest for 24 hours. Afterwards you choose another password by a link that comes to your e-mail.',
  submit: 'It was not me: block',
  mine: 'It was me: do not block',
  doneTitle: 'Access blocked',
  doneText:
    'No one is in the account any more. Choose a new password; if someone else may have your e-mail too, change its password first. Tell the support of your platform what happened.',
  newPassword: 'Choose a new password',
  overTitle: 'Link not valid',
  uncheckedTitle: 'The link could not be checked',
  toSignIn: 'Go to sign-in',
};
