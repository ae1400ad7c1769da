import { pluralIn } from '#/web/i18n/plural.ts';
import { uiTexts } from './ui.ts';
import { salesTexts } from './sales.ts';
import { financeTexts } from './finance.ts';
import { privacyTexts } from './privacy.ts';
import { accessTexts } from './access.ts';
import { mailsTexts } from './mails.ts';
import { sellersTexts } from './sellers.ts';
import { exportsTexts } from './exports.ts';
import { investigationsTexts } from './investigations.ts';

const plural = pluralIn('pt-BR');

/** English has the same shape: a missing text does not compile. */
export const backoffice = {
  ...uiTexts,
  product: 'Razão',
  nav: {
    dashboard: 'Painel',
    mySales: 'Minhas vendas',
    financial: 'Financeiro',
    myProfile: 'Meu perfil',
    manageSales: 'Vendas',
    manageUsers: 'Usuários',
    manageManagers: 'Gerentes',
    sellerRevenue: 'Faturamento por usuário',
    sellerNegative: 'Usuários negativos',
    exportAccounting: 'Contabilidade',
    investigations: 'Casos em aberto',
    documentValidation: 'Validação de documentos',
    bankAccounts: 'Destinos de saque',
    manageWithdraws: 'Saques a aprovar',
    paidWithdrawals: 'Saques pagos',
    platformTerms: 'Taxas e prazos',
    acquirings: 'Adquirentes',
    access: 'Acessos',
    functionaries: 'Funcionários',
    integrations: 'Integrações',
    platforms: 'Plataformas',
    administrators: 'Administradores',
    masters: 'Masters',
    mails: 'E-mails',
    installation: 'Instalação',
    sessionLogs: 'Sessões',
    managerUsers: 'Meus vendedores',
  },
  areas: {
    seller: 'Área do vendedor',
    admin: 'Administração',
    master: 'Instalação',
    manager: 'Área do gerente',
  },
  groups: {
    sales: 'Vendas',
    sellers: 'Vendedores',
    money: 'Dinheiro',
    account: 'Conta',
    settings: 'Configurações',
  },
  finder: {
    open: 'Buscar',
    title: 'Buscar páginas, vendas e pessoas',
    placeholder: 'Página, comprador, e-mail, CPF, código…',
    pages: 'Páginas',
    sales: 'Vendas',
    people: 'Pessoas',
    lastSale: (date: string) => `Última compra em ${date}`,
    looking: 'Procurando vendas…',
    failed: 'Não foi possível procurar vendas agora. As páginas continuam aqui.',
    nothing: 'Nada encontrado. Confira o que digitou.',
  },
  status: {
    PENDING: 'Pendente',
    APPROVED: 'Aprovado',
    REJECTED: 'Recusado',
    REFUNDED: 'Reembolsado',
    CHARGEBACK: 'Chargeback',
    CANCELED: 'Cancelado',
  },
  partlyRefunded: 'Reembolso parcial',
  withdrawStatus: {
    PENDING: 'Em processamento',
    APPROVED: 'Pago',
    REJECTED: 'Recusado',
    CANCELED: 'Cancelado',
  },
  method: { PIX: 'PIX', CREDIT_CARD: 'Cartão', BILLET: 'Boleto' },
  dashboard: {
    title: 'Painel',
    approvedToday: 'Aprovado hoje',
    soldToday: (amount: string, count: number) =>
      `Hoje você vendeu ${amount} em ${plural(count, 'venda', 'vendas')}.`,
    noneToday: 'Hoje ainda não houve vendas.',
    approvedIn: (period: string) => `Aprovado · ${period}`,
    sales: (count: number) => plural(count, 'venda', 'vendas'),
    volume: 'Volume aprovado por dia',
    noPrevious: 'Sem vendas no período anterior',
    methods: 'Aprovado por método',
    approvalRate: (rate: string) => `${rate} aprovados`,
    pix: 'PIX gerado e pago',
    pixGenerated: 'Gerados',
    pixPaid: 'Pagos',
    pixRate: (rate: string) => `${rate} dos PIX gerados foram pagos.`,
    noPix: 'Nenhum PIX gerado no período.',
    topProducts: 'Produtos mais vendidos',
    lastSales: 'Últimas vendas',
    seeAll: 'Ver todas',
    day: 'Dia',
    amount: 'Valor',
    count: 'Vendas',
    noSales: 'Sem vendas no período.',
    fees: 'Receita de taxas',
    feesToday: 'Receita de taxas hoje',
    negativeSellers: 'Usuários negativos',
    pendingWithdrawals: 'Saques em processamento',
    requested: 'Pagamentos gerados',
  },
  ...salesTexts,
  ...financeTexts,
  ...privacyTexts,
  ...accessTexts,
  ...mailsTexts,
  ...sellersTexts,
  ...exportsTexts,
  ...investigationsTexts,
};

export type BackofficeTexts = typeof backoffice;
