/** The dialog, and the page of the links. */
export const emailChange = {
  title: 'Trocar e-mail',
  text: (email: string) =>
    `Hoje você entra com ${email}. Um link chega a este e-mail e outro ao novo; a troca acontece quando os dois são confirmados.`,
  newEmail: 'Novo e-mail',
  emailWrong: 'Informe um e-mail válido.',
  rests: 'Com a troca, todas as sessões terminam e saques ficam parados por 24 horas.',
  submit: 'Enviar os links',
  waiting: (email: string, until: string) =>
    `A troca para ${email} espera a confirmação, até ${until}.`,
  former: (state: string) => `Link no e-mail atual: ${state}`,
  new: (state: string) => `Link no e-mail novo: ${state}`,
  confirmed: 'confirmado',
  awaited: 'a confirmar',
  notThere: 'Não chegou? Procure também no spam.',
  cancel: 'Cancelar a troca',
  confirm: {
    title: 'Confirmar a troca de e-mail?',
    checking: 'Conferindo o link…',
    overTitle: 'Link sem validade',
    uncheckedTitle: 'Não foi possível conferir o link',
    toSignIn: 'Ir para a entrada',
    what: {
      former: (email: string) => `A sua conta passa a usar o e-mail ${email} para entrar.`,
      new: (email: string) => `Alguém quer usar este e-mail, ${email}, para entrar em uma conta.`,
    },
    first: {
      former: 'Falta também a confirmação pelo link enviado ao e-mail novo.',
      new: 'Falta também a confirmação pelo link enviado ao e-mail anterior.',
    },
    last: 'É a última confirmação: todas as sessões terminam, e saques ficam parados por 24 horas.',
    submit: 'Confirmar',
    halfTitle: 'Confirmado por aqui',
    halfText: {
      former: 'Agora confirme pelo link enviado ao e-mail novo.',
      new: 'Agora confirme pelo link enviado ao e-mail anterior.',
    },
    madeTitle: 'E-mail trocado',
    madeText: (email: string) => `Entre agora com ${email} e a senha de sempre.`,
  },
};

export type EmailChangeTexts = typeof emailChange;
