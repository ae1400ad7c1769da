import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import type { RegisterTexts } from '#/web/i18n/pt-br/people/register.ts';

export const register: RegisterTexts = {
  ask: {
    title: 'Register as a seller',
    text: (platform) =>
      `Sell on the platform ${platform}. We send a link to your e-mail, and the registration goes on there.`,
    email: 'E-mail',
    emailMissing: 'Enter a valid e-mail address.',
    submit: 'Send link',
    done: {
      server: 'The link arrives within moments, and is valid for an hour.',
      outbox: 'Demo: nothing leaves this machine. The message with the link is in the outbox.',
      nothing: 'No e-mails are sent here, so no one can register: ask the platform.',
    },
    notThere:
      'Nothing there? Look in the spam folder too. You can ask for a new link after ten minutes.',
    outbox: 'See the outbox',
  },
  closedTitle: 'Registration closed',
  closedText:
    'No one can register here at present. If a platform invited you, ask it for the address of its registration.',
  checking: 'Checking…',
  uncheckedTitle: 'The link could not be checked',
  overTitle: 'Link not valid',
  again: 'Ask for another link',
  knownTitle: 'You are registered already',
  knownText: (email) => `With ${email} you can sign in as a seller of this platform.`,
  toSignIn: 'Go to sign-in',
  signInTitle: 'Sign in to go on',
  signInText: 'You can sign in with this e-mail already: use the password you have.',
  title: 'Complete your registration',
  text: (platform) => `You are going to sell on the platform ${platform}.`,
  kind: 'Who sells',
  kinds: { CPF: 'A person', CNPJ: 'A company' },
  names: { CPF: 'Full name', CNPJ: 'Registered name of the company' },
  documents: { CPF: 'CPF', CNPJ: 'CNPJ' },
  email: 'E-mail',
  password: 'Password',
  passwordAgain: 'Repeat the password',
  passwordHint: `At least ${SHORTEST_PASSWORD} characters: a sentence of yours does well. Leave out your name, your e-mail and common passwords.`,
  terms: (version) => `Terms of use, version ${version}`,
  accept: 'I have read and accept the terms of use',
  submit: 'Register',
  next: 'After this you hand in your documents. You can sell at once; withdrawals begin when they are approved.',
  errors: {
    missing: 'Fill in this field.',
    unreadable: 'Use letters or digits that can be seen, without control characters.',
    CPF: 'This CPF does not exist. Check the digits.',
    CNPJ: 'This CNPJ does not exist. Check the digits.',
    short: `The password needs at least ${SHORTEST_PASSWORD} characters.`,
    different: 'The passwords are not the same.',
    notAccepted: 'You cannot register without accepting the terms.',
  },
};
