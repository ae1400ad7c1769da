export const privacyTexts = {
  privacy: {
    title: 'Privacidade',
    text: 'O que guardamos deste comprador, em todas as compras dele nesta plataforma, e por quanto tempo (LGPD).',
    kept: 'Dados do comprador',
    class: {
      fiscal: 'Nome e documento',
      contact: 'E-mail, telefone, endereço, IP e rastreamento',
    },
    state: { FREE: 'Pode ser apagado', HELD: 'Mantido', ERASED: 'Apagado' },
    cause: {
      'open-payment': 'pagamento em aberto',
      'open-refund': 'reembolso em andamento',
      'open-withdrawal': 'saque em andamento',
      'open-balance': 'saldo na conta',
      'active-account': 'conta ativa',
      'fiscal-record': 'obrigação fiscal',
    },
    heldUntil: (day: string, why: string) => `Até ${day}: ${why}`,
    heldWhile: (why: string) => `Enquanto houver: ${why}`,
    requestedAt: 'Apagamento pedido em',
    export: 'Baixar dados',
    exportTitle: 'Baixar os dados do comprador',
    exportText: 'Um arquivo JSON com tudo o que guardamos desta pessoa. O acesso fica registrado.',
    erase: 'Apagar dados',
    eraseTitle: 'Apagar os dados do comprador',
    eraseText:
      'Apaga em todo lugar e para sempre. Valores e lançamentos continuam na contabilidade.',
    goesNow: (what: string) => `Apagado agora: ${what}.`,
    goesLater: (what: string) => `Apagado quando a lei permitir: ${what}.`,
    reason: 'Motivo',
    reasonHint: 'Fica registrado para sempre: não escreva nome, e-mail, documento ou telefone.',
    reasonShort: 'Escreva o motivo em pelo menos 3 caracteres.',
    confirmWord: 'APAGAR',
    confirm: (word: string) => `Para confirmar, digite ${word}`,
    confirmWrong: 'A palavra digitada não confere.',
    eraseDone: 'Pedido registrado. O que a lei permite já foi apagado.',
  },
};

export type PrivacyTexts = typeof privacyTexts;
