export const investigationsTexts = {
  investigations: {
    title: 'Casos em aberto',
    note: 'O que nenhuma máquina pode decidir: duas pessoas dizem o que aconteceu, e os lançamentos seguem.',
    what: 'O quê',
    why: 'Por quê',
    amount: 'Em questão',
    acquirer: 'Adquirente',
    seller: 'Vendedor',
    since: 'Espera desde',
    state: 'Situação',
    waits: 'Falta decidir',
    proposed: 'Falta a segunda pessoa',
    filterKind: 'Tipo',
    filterState: 'Situação',
    allKinds: 'Todos os tipos',
    allStates: 'Todas as situações',
    kinds: {
      PAYMENT: 'Pagamento',
      REFUND: 'Reembolso',
      WITHDRAWAL: 'Saque',
      REGISTRATION: 'Cadastro',
    },
    causes: {
      UNKNOWN_OUTCOME: 'Resultado desconhecido',
      UNFIT_ANSWER: 'Resposta que não confere',
      UNAPPLIED_RECEIPT: 'Recebimento sem venda',
      CONTRADICTED_OUTCOME: 'Adquirente contradiz o registro',
      CONTRADICTED_RESOLUTION: 'Adquirente contradiz a decisão da equipe',
      UNCOVERED_REFUND: 'Saldo do vendedor não cobre o reembolso',
    },
    emptyTitle: 'Nada espera uma decisão',
    emptyText: 'Cobranças, reembolsos, saques e cadastros sem resultado certo aparecem aqui.',
  },
};

export type InvestigationsTexts = typeof investigationsTexts;
