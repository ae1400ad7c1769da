export const factorReset = {
  title: 'Segundo fator',
  off: 'Desligado: a pessoa entra só com a senha.',
  on: 'Ligado: entrar pede o código de um aplicativo autenticador.',
  ask: {
    button: 'Pedir redefinição',
    title: 'Redefinir o segundo fator?',
    text: 'Para quem perdeu o aparelho e os códigos de recuperação. A pessoa recebe um e-mail, e outra pessoa da equipe confirma em até 24 horas. Antes, fale com a pessoa por um canal que você já conhecia.',
    reason: 'Motivo',
    reasonShort: 'Escreva o motivo, com três letras ou mais.',
    submit: 'Pedir redefinição',
    done: 'Pedido feito: outra pessoa da equipe precisa confirmar',
  },
  askedBy: (email: string, at: string) => `${email} pediu a redefinição em ${at}.`,
  askedByYou: (at: string) => `Você pediu a redefinição em ${at}.`,
  reason: (reason: string) => `Motivo: ${reason}`,
  until: (at: string) => `Vale até ${at}.`,
  ownText: 'Outra pessoa da equipe, com a permissão “Opções avançadas”, precisa confirmar.',
  confirmText:
    'Ao confirmar, entrar passa a pedir só a senha, os acessos abertos terminam e saques ficam parados por 24 horas. Confirme só depois de falar com a pessoa.',
  confirm: 'Confirmar redefinição',
  refuse: 'Recusar',
  cancel: 'Retirar o pedido',
  done: 'Segundo fator redefinido',
  refused: 'Pedido encerrado: o segundo fator continua ligado',
  waitingTitle: 'Redefinições de segundo fator',
  waitingNote: 'Aguardam outra pessoa da equipe.',
};

export type FactorResetTexts = typeof factorReset;
