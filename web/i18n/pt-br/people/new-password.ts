export const newPassword = {
  label: 'Força da senha',
  judgements: {
    SHORT: 'curta demais',
    WEAK: 'fácil de adivinhar',
    FAIR: 'boa',
    STRONG: 'forte',
  },
};

export type NewPasswordTexts = typeof newPassword;
