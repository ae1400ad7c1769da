import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { WelcomeTexts } from '#/web/i18n/pt-br/people/welcome.ts';

export const welcome: WelcomeTexts = {
  title: {
    administrator: 'You are invited',
    functionary: 'You are invited',
    master: 'You are invited',
    manager: 'You are invited',
    join: 'You are invited',
    'join-manager': 'You are invited',
    recovery: 'Choose a new password',
  },
  text: {
    administrator: (platform) => `Create your access to administer ${platform}.`,
    functionary: (platform) => `Create your access to the staff of ${platform}.`,
    join: (platform) =>
      `You can sign in with this e-mail already: use the password you have to join the staff of ${platform}.`,
    manager: (platform) => `Create your access to follow sellers of ${platform}.`,
    'join-manager': (platform) =>
      `You can sign in with this e-mail already: use the password you have to be a manager of ${platform} too.`,
    master: 'Create your access to open platforms and invite their administrators.',
    joinMaster:
      'You can sign in with this e-mail already: use the password you have to be a master of this installation too.',
    recovery: 'Your current password stops working, and all your sessions end.',
  },
  thisPlatform: 'the platform',
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  again: 'Repeat the password',
  passwordHint: `At least ${SHORTEST_PASSWORD} characters: a sentence of yours does well. Leave out your name, your e-mail and common passwords.`,
  errors: {
    missing: 'Fill in this field.',
    unreadable: 'Use letters or digits that can be seen, without control characters.',
    email: 'Enter a valid e-mail address.',
    short: `The password needs at least ${SHORTEST_PASSWORD} characters.`,
    different: 'The passwords are not the same.',
  },
  submit: {
    administrator: 'Create access',
    functionary: 'Create access',
    master: 'Create access',
    manager: 'Create access',
    join: 'Accept invitation',
    'join-manager': 'Accept invitation',
    recovery: 'Change password',
  },
  invalidTitle: 'Invitation not valid',
  uncheckedTitle: 'The invitation could not be checked',
  checking: 'Checking the invitation…',
  changedTitle: 'Password changed',
  changedText: 'Now sign in with the new password and the code of your authenticator app.',
  signIn: 'Sign in',
  toSignIn: 'Go to staff access',
};
