import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { OwnPasswordTexts } from '#/web/i18n/pt-br/people/own-password.ts';
import type { Dictionary } from '#/web/lib/i18n.ts';

export const ownPassword: Dictionary<OwnPasswordTexts> = {
  title: 'Change the password',
  text: 'Your other sessions end. For safety, withdrawals of your account rest for 24 hours, and an e-mail tells of the change.',
  email: 'E-mail',
  password: 'New password',
  again: 'Repeat the new password',
  hint: `At least ${SHORTEST_PASSWORD} characters: a sentence of your own does well. Do not use your name, your e-mail or common passwords.`,
  submit: 'Change the password',
  done: 'The password is changed. You stay in this browser; your other sessions have ended.',
  errors: {
    missing: 'Fill in this field.',
    short: `The password needs at least ${SHORTEST_PASSWORD} characters.`,
    different: 'The passwords are not the same.',
    guessable:
      'This password is easy to guess. Choose another one, such as a sentence of your own.',
  },
};
