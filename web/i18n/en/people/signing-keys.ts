import type { SigningKeysTexts } from '#/web/i18n/pt-br/people/signing-keys.ts';

export const signingKeys: SigningKeysTexts = {
  title: 'Signature of payouts',
  note: 'With the public key anyone can check, without access to the system, that the platform signed a payout.',
  none: 'No key yet',
  noneText: 'The platform gets its key at its first payout.',
  current: 'Current public key',
  currentNote: 'Ed25519, in hexadecimal. The private key does not leave the system.',
  former: 'Former keys',
  formerNote: 'The last one first. They sign nothing more; what they signed is checked with them.',
  copyCurrent: 'the current public key',
  copyFormer: (nth) => `former key ${nth}`,
  rotate: {
    button: 'Replace the key',
    title: (name) => `Replace the key of ${name}?`,
    text: 'Replace the key if someone may have seen the private one, or when the rules of your company ask for it.',
    what: 'Key that is replaced',
    follows: [
      'Payouts are signed with a new key from now on. There is no way back to the former one.',
      'What was signed before stays valid, and is checked with the former key.',
      'Those who check payouts, such as auditors, need the new public key: copy it from here and send it.',
    ],
    submit: 'Replace the key',
    done: 'Key replaced',
    meanwhile:
      'The key was replaced while you decided. See above which one is current, and decide again.',
  },
};
