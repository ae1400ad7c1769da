import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

/** Managers and their portfolios, for staff. */
export const managers = {
  title: 'Gerentes',
  note: 'Quem acompanha vendedores da plataforma, e a carteira de cada um.',
  person: 'Gerente',
  email: 'E-mail',
  status: 'Situação',
  statuses: {
    ACTIVE: 'Ativo',
    INVITED: 'Convidado',
    EXPIRED: 'Convite vencido',
    BLOCKED: 'Bloqueado',
  },
  link: 'Link do convite',
  linkUntil: (at: string) => `até ${at}`,
  linkEnded: (at: string) => `em ${at}`,
  sellers: 'Vendedores',
  volume: 'Volume em 30 dias',
  volumeNote: 'Vendas aprovadas em reais nos últimos 30 dias.',
  signedIn: 'Última entrada',
  neverSignedIn: 'Nunca entrou',
  changed: 'Última mudança',
  changedBy: (at: string, by: string) => `${at} por ${by}`,
  filter: 'Quem aparece',
  states: { CURRENT: 'Com acesso', BLOCKED: 'Bloqueados' },
  emptyTitle: 'Ninguém gerencia vendedores ainda',
  emptyText:
    'Convide o primeiro gerente: ele entra por um link e vê só o volume e a situação dos vendedores que você puser na carteira dele.',
  noneBlockedTitle: 'Ninguém bloqueado',
  noneBlockedText:
    'Quem você bloqueia sai na hora, fica nesta lista e pode ser liberado depois, com a mesma carteira.',
  seeCurrent: 'Ver quem tem acesso',
  gone: 'Esta pessoa não está nesta página da lista.',
  activity: 'Ver atividade',
  invite: {
    button: 'Convidar gerente',
    title: 'Convidar gerente',
    text: 'A pessoa recebe um link que vale por 7 dias, escolhe a senha e entra. Ela vê só os vendedores da carteira dela.',
    email: 'E-mail',
    emailWrong: 'Informe um e-mail válido.',
    submit: 'Enviar convite',
  },
  again: {
    button: 'Convidar de novo',
    title: (who: string) => `Convidar ${who} de novo?`,
    text: 'Um novo link substitui o anterior, que deixa de funcionar. A carteira continua a mesma.',
  },
  sent: {
    server: (email: string) => `O convite foi enviado para ${email}.`,
    outbox: (email: string) =>
      `Demonstração: nada sai desta máquina. O convite para ${email} está na caixa de saída.`,
    nothing: (email: string) =>
      `Aqui não há envio de e-mails: entregue o link a ${email} você mesmo.`,
  },
  outbox: 'Ver a caixa de saída',
  linkOnce:
    'Este link aparece só agora. Quem o tem entra no lugar da pessoa: entregue-o por um canal seguro. Se ele se perder, convide de novo.',
  copyLink: 'Copiar link do convite',
  copied: 'Copiado',
  done: 'Concluir',
  block: {
    button: 'Bloquear',
    title: (who: string) => `Bloquear ${who}?`,
    text: 'A pessoa sai na hora de todos os navegadores e não entra mais; um convite em aberto deixa de valer. Os vendedores ficam na carteira até você os mover.',
    submit: 'Bloquear',
    done: 'Gerente bloqueado',
  },
  unblock: {
    button: 'Liberar',
    title: (who: string) => `Liberar ${who}?`,
    text: 'A pessoa volta a entrar, com a mesma carteira.',
    submit: 'Liberar',
    done: 'Gerente liberado',
  },
  meanwhile: 'Este gerente mudou enquanto você decidia. Confira como ficou e decida de novo.',
  portfolio: {
    title: 'Carteira',
    none: 'Nenhum vendedor nesta carteira.',
    more: 'Mostrar mais',
    add: 'Adicionar vendedores',
    move: 'Mover selecionados',
    select: (seller: string) => `Selecionar ${seller}`,
    selectHint: 'Selecione vendedores para movê-los a outro gerente ou tirá-los da carteira.',
    selected: (count: number) => plural(count, 'selecionado', 'selecionados'),
    since: (at: string, by: string | null) =>
      by === null ? `desde ${at}` : `desde ${at}, por ${by}`,
    blocked: 'Bloqueado',
  },
  adding: {
    title: (who: string) => `Adicionar à carteira de ${who}`,
    text: 'Um vendedor tem um gerente só: quem está em outra carteira sai dela.',
    search: 'Nome do vendedor',
    found: 'Vendedores encontrados',
    notFound: 'Nenhum vendedor com este nome.',
    isPart: 'Há mais vendedores: escreva mais do nome.',
    here: 'já está nesta carteira',
    none: 'sem gerente',
    of: (email: string) => `na carteira de ${email}`,
    submit: (count: number) =>
      count === 0 ? 'Adicionar' : `Adicionar ${plural(count, 'vendedor', 'vendedores')}`,
    nothing: 'Selecione pelo menos um vendedor.',
  },
  moving: {
    title: (count: number) => `Mover ${plural(count, 'vendedor', 'vendedores')}`,
    text: 'O gerente de agora deixa de vê-los na próxima consulta; o histórico guarda quem moveu e quando.',
    to: 'Para quem',
    choose: 'Escolha o destino',
    noOne: 'Ninguém: tirar da carteira',
    submit: 'Mover',
    nothing: 'Escolha para quem vão os vendedores.',
    onlyFirst: 'Só aparecem os 100 gerentes que mudaram por último.',
  },
  moved: (count: number) => plural(count, 'vendedor movido', 'vendedores movidos'),
  changedMeanwhile: (sellers: string) =>
    `Outra pessoa mudou a carteira destes vendedores enquanto você decidia: ${sellers}. Eles ficaram como estão agora; confira e decida de novo.`,
  history: {
    title: 'Histórico da carteira',
    none: 'Nenhum vendedor entrou nesta carteira ainda.',
    more: 'Mostrar mais antigas',
    came: (seller: string) => `${seller} entrou na carteira`,
    cameFrom: (seller: string, from: string) => `${seller} veio da carteira de ${from}`,
    left: (seller: string) => `${seller} saiu da carteira`,
    wentTo: (seller: string, to: string) => `${seller} foi para a carteira de ${to}`,
    by: (at: string, by: string | null) => (by === null ? at : `${at} por ${by}`),
  },
};

export type ManagersTexts = typeof managers;
