/** For the link of a security mail. */
export const blockAccess = {
  title: 'Bloquear o acesso?',
  checking: 'Conferindo o link…',
  what: {
    'new-device': (email: string, at: string) =>
      `A conta ${email} foi aberta em um navegador desconhecido em ${at}.`,
    'new-password': (email: string, at: string) =>
      `A senha da conta ${email} foi trocada em ${at}.`,
    'new-email': (email: string, at: string) => `A conta passou a usar o e-mail ${email} em ${at}.`,
    'confirm-former-email': (email: string, at: string) =>
      `Em ${at} foi pedido que a conta ${email} passe a usar outro e-mail.`,
    'new-destination': (email: string, at: string) =>
      `Uma chave PIX foi cadastrada para os saques da conta ${email} em ${at}.`,
    'suspended-destination': (email: string, at: string) =>
      `Uma chave PIX dos saques da conta ${email} foi suspensa em ${at}.`,
    'second-factor': (email: string, at: string) =>
      `O segundo fator da conta ${email} mudou em ${at}.`,
  },
  effect:
    'Todas as sessões terminam, e a senha deixa de valer. Saques ficam parados por 24 horas. Depois você escolhe outra senha por um link que chega ao seu e-mail.',
  submit: 'Não fui eu: bloquear',
  mine: 'Fui eu: não bloquear',
  doneTitle: 'Acesso bloqueado',
  doneText:
    'Ninguém mais está na conta. Escolha uma nova senha; se o seu e-mail também pode estar nas mãos de outra pessoa, troque antes a senha dele. Conte o ocorrido ao suporte da sua plataforma.',
  newPassword: 'Escolher nova senha',
  overTitle: 'Link sem validade',
  uncheckedTitle: 'Não foi possível conferir o link',
  toSignIn: 'Ir para a entrada',
};

export type BlockAccessTexts = typeof blockAccess;
