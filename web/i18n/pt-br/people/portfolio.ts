import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

export const portfolio = {
  dashboard: {
    title: 'Painel',
    note: 'Vendas aprovadas, em reais, dos vendedores da sua carteira.',
    volumes: 'Volume da carteira',
    sales: (count: number) => plural(count, 'venda', 'vendas'),
    sellers: (count: number) =>
      count === 0
        ? 'Nenhum vendedor na sua carteira'
        : `${plural(count, 'vendedor', 'vendedores')} na sua carteira`,
    noPrevious: 'sem vendas antes',
    emptyTitle: 'Sua carteira está vazia',
    emptyText:
      'Quando a equipe da plataforma puser vendedores na sua carteira, o volume deles aparece aqui.',
  },
  ranking: {
    title: 'Vendedores por volume',
    none: 'Ninguém vendeu neste período.',
    seller: 'Vendedor',
    volume: 'Volume',
    share: 'Parte',
    change: 'Variação',
    sales: 'Vendas',
    others: (count: number) =>
      `E mais ${plural(count, 'vendedor que vendeu', 'vendedores que venderam')} neste período ou no anterior.`,
    all: 'Ver todos os vendedores',
  },
  title: 'Meus vendedores',
  note: 'Quem está na sua carteira: situação, documentos e volume em reais.',
  seller: 'Vendedor',
  status: 'Situação',
  statuses: { ACTIVE: 'Ativo', BLOCKED: 'Bloqueado' },
  review: 'Documentos',
  reviews: {
    INCOMPLETE: 'Incompletos',
    WAITING: 'Aguardam a equipe',
    REJECTED: 'Rejeitados',
    APPROVED: 'Aprovados',
  },
  volume: 'Volume em 30 dias',
  before: '30 dias anteriores',
  change: 'Variação',
  lastSale: 'Última venda',
  neverSold: 'Nunca vendeu',
  search: 'Nome do vendedor',
  searchNote: 'Palavras inteiras do nome.',
  emptyTitle: 'Sua carteira está vazia',
  emptyText: 'Quem põe vendedores na sua carteira é a equipe da plataforma.',
  notFoundTitle: (text: string) => `Ninguém com “${text}”`,
  notFoundText: 'A busca é por palavras inteiras do nome, na sua carteira.',
  noWordTitle: 'Nada para buscar',
  noWordText: 'Digite um nome.',
  stillIndexing: 'A busca ainda está sendo preparada: pode faltar alguém.',
  clear: 'Ver todos',
  by: (at: string, by: string) => `${at} por ${by}`,
  manager: 'um gerente',
  notes: {
    title: 'Anotações',
    label: 'Nova anotação',
    hint: 'A equipe da plataforma também vê, e quem acompanhar este vendedor depois de você. Não se muda nem se apaga uma anotação, e a pessoa a recebe se pedir os dados dela.',
    missing: 'Escreva a anotação.',
    submit: 'Anotar',
    done: 'Anotação salva',
    none: 'Nenhuma anotação ainda.',
    erased: 'Apagada com os dados da pessoa.',
    older: 'Mostrar mais antigas',
  },
};

export type PortfolioTexts = typeof portfolio;
