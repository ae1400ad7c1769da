import type { OnboardingTexts } from '#/web/i18n/pt-br/people/onboarding.ts';

export const onboarding: OnboardingTexts = {
  tab: 'Registration of sellers',
  text: 'Who registers proves the e-mail, accepts the terms of use, and can sell at once. Withdrawals begin when staff approve the documents.',
  registration: 'Who may register',
  modes: {
    OPEN: 'Anyone',
    BY_INVITATION: 'Only those whom staff invite',
    CLOSED: 'No one: closed',
  },
  address: 'Address of the registration',
  copyAddress: 'Copy the address of the registration',
  copied: 'Address copied',
  version: 'Version of the terms',
  versionHint: 'The month, for example: 2026-11. Another text is another version.',
  terms: 'Terms of use',
  termsHint: 'Each registration keeps which version was accepted, and when.',
  noMail: 'No e-mails are sent here: no one gets the link to register.',
  save: 'Save registration',
  saved: 'Registration saved',
  discard: 'Discard',
  unsaved: 'Unsaved changes',
  edited: {
    title: 'Someone else changed the registration while you were editing.',
    text: 'What you changed is still in the form and not saved yet; the rest follows the record.',
    columns: { place: 'Field', before: 'Before', after: 'Now' },
  },
  history: {
    title: 'History of the registration',
    by: (at, by) => `${at} by ${by}`,
    authors: { STAFF: 'erased person', MASTER: 'a master', PROGRAM: 'Razão' },
    columns: { place: 'Rule', before: 'Before', after: 'After' },
    fields: {
      registration: 'Who may register',
      'termsOfUse.version': 'Version of the terms',
      'termsOfUse.text': 'Terms of use',
    },
    text: 'See how the text of the terms changed',
    empty: 'No changes yet. Each one is listed here, with who made it and when.',
  },
  errors: {
    missing: 'Fill in this field.',
    sameVersion: 'The text has changed: give the version another name.',
  },
};
