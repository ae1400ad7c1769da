import type { NewPasswordTexts } from '#/web/i18n/pt-br/people/new-password.ts';

export const newPassword: NewPasswordTexts = {
  label: 'Strength of the password',
  judgements: {
    SHORT: 'too short',
    WEAK: 'easy to guess',
    FAIR: 'good',
    STRONG: 'strong',
  },
};
