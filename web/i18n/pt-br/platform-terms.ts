import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

/** Texts about a platform's fees and terms for sellers and buyers; only their page needs them. */
export const platformTerms = {
  title: 'Taxas e prazos',
  note: 'Valem para os pagamentos iniciados depois da mudança. Os que já começaram seguem como eram.',
  tabs: 'Taxas e prazos',
  termsTab: 'Condições',
  historyTab: 'Histórico',
  methods: { PIX: 'PIX', CREDIT_CARD: 'Cartão', BILLET: 'Boleto' },
  sections: {
    platform: 'Plataforma',
    fees: 'Taxas por venda',
    feesText:
      'O que a plataforma recebe de cada venda, e quando o valor do vendedor é liberado. No cartão, os dias contam para cada parcela; a garantia do produto pode adiar a liberação.',
    installments: 'Parcelamento no cartão',
    installmentsText:
      'Os juros são pagos por quem compra, sobre o preço inteiro, e ficam com a plataforma.',
    expiry: 'Prazo para pagar',
    withdrawals: 'Saques',
    withdrawalsText:
      'Um limite vazio não existe. O que passa do limite de aprovação espera a equipe em “Saques a aprovar”.',
    maintenance: 'Manutenção',
    maintenanceText:
      'Aparece no alto de todas as páginas de vendedores e da equipe até ser apagado.',
  },
  columns: { percent: 'Taxa', fixed: 'Taxa fixa', clearing: 'Liberação' },
  clearingHint: 'dias depois de aprovada',
  fields: {
    name: 'Nome da plataforma',
    'installments.maximum': 'Máximo de parcelas',
    'installments.interestFree': 'Parcelas sem juros',
    'installments.minimumValue': 'Parcela mínima',
    'expiry.pixSeconds': 'Validade do PIX',
    'expiry.billetDays': 'Vencimento do boleto',
    'withdrawals.fee': 'Taxa por saque',
    'withdrawals.minimum': 'Saque mínimo',
    'withdrawals.largest': 'Saque máximo',
    'withdrawals.largestPerDay': 'Máximo por dia',
    'withdrawals.approvalAbove': 'Aprovação acima de',
    'withdrawals.secondApprovalAbove': 'Segunda pessoa acima de',
    'withdrawals.newDestinationHours': 'Destino novo por',
    'maintenance.notice': 'Aviso',
  },
  hints: {
    'installments.interestFree': 'até este número',
    'expiry.pixSeconds': 'em minutos',
    'expiry.billetDays': 'em dias',
    'withdrawals.fee': 'sai do valor pedido',
    'withdrawals.largest': 'de uma vez; vazio: sem máximo',
    'withdrawals.largestPerDay': 'somando os saques do dia; vazio: sem máximo',
    'withdrawals.approvalAbove': 'uma pessoa da equipe aprova antes; vazio: ninguém',
    'withdrawals.secondApprovalAbove': 'duas pessoas diferentes aprovam; vazio: só uma',
    'withdrawals.newDestinationHours':
      'em horas depois de aprovado: saques para ele esperam a equipe; vazio: não esperam',
  },
  interest: (installments: number) => `Juros em ${installments}×`,
  interestTitle: 'Juros por número de parcelas',
  interestNone: 'Nenhuma parcela tem juros.',
  hours: (hours: number) => plural(hours, 'hora', 'horas'),
  days: (days: number) => plural(days, 'dia', 'dias'),
  minutes: (minutes: string) => `${minutes} min`,
  errors: {
    missing: 'Informe este campo.',
    clearingDays: 'De 0 a 365 dias.',
    count: 'De 1 a 12.',
    unreadable: 'Use letras ou números que se vejam, sem caracteres de controle.',
    aboveMaximum: 'No máximo o número de parcelas.',
    pix: 'De 1 minuto a 30 dias (43.200 minutos).',
    billet: 'De 1 a 30 dias.',
    limit: 'Ao menos R$ 0,01, ou deixe vazio.',
    hours: 'De 1 a 720 horas, ou deixe vazio.',
    belowFirst: 'Não pode ser menor que o primeiro limite.',
    firstMissing: 'Informe antes o primeiro limite.',
  },
  save: 'Salvar condições',
  saved: 'Condições salvas',
  discard: 'Descartar',
  unsaved: 'Alterações não salvas',
  meanwhile: (at: string) => `As condições mudaram enquanto você editava, em ${at}.`,
  kept: 'O que você mudou continua no formulário e ainda não foi salvo; o resto acompanha o que está registrado.',
  changed: { place: 'Condição', before: 'Antes', after: 'Depois' },
  example: {
    title: 'Uma venda de exemplo',
    text: 'Calculada como uma venda de verdade, com sete dias de garantia, se fosse paga agora.',
    price: 'Preço',
    list: 'Vendas de exemplo por forma de pagamento',
    sale: 'Venda e liberação',
    amount: 'Comprador paga',
    platform: 'Plataforma fica',
    net: 'Vendedor recebe',
    installments: (count: number, value: string) => `Cartão ${count}× ${value}`,
    atOnce: 'Cartão à vista',
    until: (first: string, last: string) => `${first} a ${last}`,
    before: (amount: string) => `hoje ${amount}`,
    unsound: 'Corrija o que está marcado para ver o efeito.',
    pricePlease: 'Informe um preço para ver o efeito.',
    warnings: 'Antes de salvar',
    SELLER_GETS_NOTHING: (method: string) =>
      `${method}: a taxa leva o preço inteiro, e o vendedor não recebe nada.`,
    NO_FEE: (method: string) => `${method}: a plataforma não recebe nada.`,
    WITHDRAWAL_FEE_ABOVE_MINIMUM:
      'A taxa por saque não é menor que o saque mínimo: o menor saque possível passa a ser a taxa mais um centavo.',
    INTEREST_FALLS: 'Mais parcelas custam menos juros do que menos parcelas.',
  },
  own: {
    note: 'O que ficar vazio segue a plataforma, também quando ela mudar. Vale para os pagamentos e saques iniciados depois da mudança.',
    readOnly:
      'O que está vazio segue a plataforma. Mudar requer a permissão de opções avançadas e um usuário ativo.',
    platform: (value: string) => `plataforma: ${value}`,
    follows: 'como a plataforma',
  },
  history: {
    initial: 'Condições iniciais',
    by: (at: string, by: string) => `${at} por ${by}`,
    program: 'Razão',
    emptyTitle: 'Nenhuma mudança ainda',
    emptyText: 'Cada mudança aparece aqui, com quem a fez, quando, e o valor de antes e de depois.',
  },
};

export type PlatformTermsTexts = typeof platformTerms;
