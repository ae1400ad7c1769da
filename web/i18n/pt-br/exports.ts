export const exportsTexts = {
  exports: {
    title: 'Contabilidade',
    download: 'Exportar',
    kind: 'O que exportar',
    kinds: { journal: 'Livro diário', sales: 'Vendas' },
    kindText: {
      journal: 'Cada lançamento contábil: data e hora, débito, crédito, valor e histórico.',
      sales:
        'Cada venda do período: vendedor, comprador, o que foi pago, o que voltou, taxas e líquido.',
    },
    empty: 'Não há nada a exportar neste período.',
    invalid: 'A data inicial vem depois da final.',
    trialBalance: 'Balancete',
    trialBalanceText: 'Todas as contas do período; débitos e créditos têm de somar o mesmo.',
    account: 'Conta',
    accountKind: { ASSET: 'Ativo', LIABILITY: 'Passivo', REVENUE: 'Receita', EXPENSE: 'Despesa' },
    kindColumn: 'Tipo',
    opening: 'Saldo inicial',
    debits: 'Débitos',
    credits: 'Créditos',
    closing: 'Saldo final',
    sides: { debit: 'devedor', credit: 'credor' },
    balanced: 'D = C',
    unbalanced: (difference: string) => `Débitos e créditos diferem em ${difference}`,
    noAccounts: 'Nenhum movimento no período',
    noAccountsText: 'Escolha um período em que houve vendas, reembolsos ou saques.',
  },
};

export type ExportsTexts = typeof exportsTexts;
