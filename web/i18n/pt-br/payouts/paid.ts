import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

export const paidWithdrawals = {
  title: 'Saques pagos',
  note: 'O que saiu para os vendedores, o último pago primeiro. Saques que o banco devolveu não contam.',
  emptyTitle: 'Nenhum saque pago',
  emptyText: 'Cada saque aparece aqui assim que o adquirente confirma o pagamento.',
  paidAt: 'Pago em',
  requestedAt: 'Pedido em',
  seller: 'Vendedor',
  amount: 'Valor',
  fee: 'Tarifa',
  net: 'Enviado',
  acquirer: 'Adquirente',
  key: 'Chave PIX',
  endToEnd: 'Código end-to-end',
  approvedBy: 'Aprovado por',
  automatic: 'Sem aprovação manual',
  someone: 'pessoa apagada',
  erased: 'Apagada',
  filter: 'Filtro',
  onlySeller: (name: string) => `Só de ${name}`,
  allSellers: (name: string) => `Vendedor: ${name}. Mostrar todos`,
  totals: 'Totais',
  lines: (count: number) => plural(count, 'saque', 'saques'),
  receipt: (who: string) => `Comprovante: ${who}`,
  back: 'Voltar à lista',
  download: {
    button: 'Exportar',
    title: 'Exportar saques pagos',
    text: 'Os saques da lista, com os mesmos filtros e as mesmas somas. As chaves PIX vão mascaradas. A exportação fica registrada.',
  },
};

export type PaidWithdrawalsTexts = typeof paidWithdrawals;
