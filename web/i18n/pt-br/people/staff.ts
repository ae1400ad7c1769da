import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

export const staff = {
  title: 'Funcionários',
  note: 'Quem administra a plataforma, e o que cada um pode ver e fazer.',
  person: 'Pessoa',
  role: 'Função',
  status: 'Situação',
  flags: 'Permissões',
  signedIn: 'Última entrada',
  changed: 'Última mudança',
  roles: { ADMIN: 'Administrador', FUNCTIONARY: 'Funcionário' },
  statuses: {
    ACTIVE: 'Ativo',
    INVITED: 'Convidado',
    EXPIRED: 'Convite vencido',
    BLOCKED: 'Bloqueado',
  },
  link: 'Link do convite',
  linkUntil: (at: string) => `até ${at}`,
  linkEnded: (at: string) => `em ${at}`,
  allFlags: 'Todas',
  flagsOf: (count: number, all: number) => `${count} de ${all}`,
  flagsChosen: (count: number, all: number) =>
    `${count} de ${plural(all, 'permissão', 'permissões')}`,
  neverSignedIn: 'Nunca entrou',
  changedBy: (at: string, by: string) => `${at} por ${by}`,
  filter: 'Quem aparece',
  states: { CURRENT: 'Com acesso', BLOCKED: 'Bloqueados' },
  emptyTitle: 'Ninguém na equipe',
  emptyText: 'Convide a primeira pessoa: ela entra por um link e vê só o que você permitir.',
  noneBlockedTitle: 'Ninguém bloqueado',
  noneBlockedText:
    'Quem você bloqueia sai na hora, fica nesta lista e pode ser liberado depois, com as permissões de antes.',
  seeCurrent: 'Ver quem tem acesso',
  firstTitle: 'Ainda não há funcionários',
  firstText:
    'Um funcionário entra com e-mail e senha próprios e vê só as páginas que você permitir: por exemplo, as vendas para a contabilidade, ou os documentos para quem os confere. Tudo o que faz fica registrado em nome dele.',
  gone: 'Esta pessoa não está nesta página da lista.',
  adminText: 'Administradores têm todas as permissões, e elas não são mudadas aqui.',
  ownText: 'Você não muda o seu próprio acesso: peça a um administrador ou a outro funcionário.',
  lacksText: (flags: string) =>
    `Bloquear, liberar ou convidar de novo exige todas as permissões da pessoa. Você não tem: ${flags}.`,
  noFlags: 'Nenhuma permissão: a pessoa entra e não vê nenhuma página.',
  activity: 'Ver atividade',
  invite: {
    button: 'Convidar funcionário',
    title: 'Convidar funcionário',
    text: 'A pessoa recebe um link, escolhe a senha e entra. Ela vê só o que as permissões abrem.',
    email: 'E-mail',
    emailWrong: 'Informe um e-mail válido.',
    submit: 'Enviar convite',
  },
  again: {
    button: 'Convidar de novo',
    title: (who: string) => `Convidar ${who} de novo?`,
    text: 'Um novo link substitui o anterior, que deixa de funcionar. As permissões continuam as mesmas.',
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
  change: {
    button: 'Mudar permissões',
    title: (who: string) => `Permissões de ${who}`,
    text: 'Valem em até um segundo, também para quem já entrou.',
    submit: 'Salvar permissões',
    submitAnyway: 'Salvar mesmo assim',
    discard: 'Descartar minha escolha',
    done: 'Permissões salvas',
  },
  meanwhile: {
    at: (at: string) => `O registro mudou enquanto você decidia, em ${at}.`,
    by: (at: string, by: string) => `${by} mudou o registro enquanto você decidia, em ${at}.`,
    given: (flags: string) => `Permissões dadas: ${flags}.`,
    taken: (flags: string) => `Permissões tiradas: ${flags}.`,
    sameFlags: 'As permissões continuam as mesmas.',
    status: (status: string) => `A situação agora é: ${status}.`,
    kept: 'Sua escolha continua acima; ainda não foi salva.',
  },
  block: {
    button: 'Bloquear',
    title: (who: string) => `Bloquear ${who}?`,
    text: 'A pessoa sai na hora de todos os navegadores e não entra mais; um convite em aberto deixa de valer. O que ela fez continua registrado.',
    submit: 'Bloquear',
    done: 'Acesso bloqueado',
  },
  unblock: {
    button: 'Liberar',
    title: (who: string) => `Liberar ${who}?`,
    text: 'A pessoa volta a entrar, com as permissões de antes.',
    submit: 'Liberar',
    done: 'Acesso liberado',
  },
  presets: 'Começar de um perfil',
  preset: {
    support: 'Atendimento',
    finance: 'Financeiro',
    documents: 'Documentos',
    readOnly: 'Só leitura',
  },
  presetLacks: (flags: string) => `Ficou de fora o que você não tem: ${flags}.`,
  groups: {
    overview: 'Visão geral',
    sales: 'Vendas',
    sellers: 'Vendedores',
    money: 'Dinheiro',
    settings: 'Configurações',
    actions: 'Ações delicadas',
  },
  notHeld: 'Você não tem esta permissão.',
  onlyHeld: 'Você dá e tira só as permissões que tem.',
  noPage: 'ainda sem página',
  names: {
    isDashboardAvailable: 'Painel',
    isSalesAvailable: 'Vendas',
    isProductsAvailable: 'Produtos',
    isChargesAvailable: 'Cobranças',
    isUsersAvailable: 'Usuários',
    isManagersAvailable: 'Gerentes',
    isValidateDocumentsAvailable: 'Validação de documentos',
    isValidateBankAccountsAvailable: 'Validação de contas bancárias',
    isWithdrawsAvailable: 'Saques pagos',
    isWithdrawsManagerAvailable: 'Saques pagos a gerentes',
    isWithdrawsRequestUsersAvailable: 'Pedidos de saque de usuários',
    isWithdrawsRequestManagersAvailable: 'Pedidos de saque de gerentes',
    isAntecipationsAvailable: 'Antecipações',
    isConfigAvailable: 'Configurações',
    isFunctionariesAvailable: 'Funcionários',
    isNotificationsAvailable: 'Notificações',
    isUserAdvancedOptionsAvailable: 'Opções avançadas',
    isUserDocumentsAvailable: 'Dados pessoais',
    isExportUsersAvailable: 'Exportação de pessoas',
    isUsersLoginAvailable: 'Entrar como usuário',
  },
  notes: {
    isDashboardAvailable: 'Volume, receita de taxas e aprovação da plataforma, ao vivo.',
    isSalesAvailable:
      'Vendas, faturamento, usuários negativos e contabilidade, com as exportações.',
    isProductsAvailable: 'Revisar e bloquear produtos.',
    isChargesAvailable: 'Criar e cancelar cobranças avulsas.',
    isUsersAvailable: 'Ver o cadastro e as condições dos vendedores.',
    isManagersAvailable:
      'Convidar e bloquear gerentes, e pôr vendedores nas carteiras deles ou mudá-los de carteira.',
    isValidateDocumentsAvailable: 'Ver e aprovar ou recusar os documentos dos vendedores.',
    isValidateBankAccountsAvailable:
      'Aprovar ou recusar onde os vendedores recebem. Com Validação de documentos: registrá-los nos adquirentes, que pagam na conta deles.',
    isWithdrawsAvailable: 'Ver os saques pagos a vendedores.',
    isWithdrawsManagerAvailable:
      'Com Vendas e Opções avançadas: resolver casos em aberto, em dupla.',
    isWithdrawsRequestUsersAvailable: 'Aprovar ou recusar saques de vendedores.',
    isWithdrawsRequestManagersAvailable: 'Aprovar ou recusar saques de gerentes.',
    isAntecipationsAvailable: 'Aprovar ou recusar antecipações.',
    isConfigAvailable: 'Taxas e prazos, adquirentes e rotas, webhooks, acessos e e-mails.',
    isFunctionariesAvailable:
      'Esta página: convidar, bloquear, e dar ou tirar as permissões que a própria pessoa tem.',
    isNotificationsAvailable: 'Enviar avisos a usuários.',
    isUserAdvancedOptionsAvailable:
      'Em dupla: trocar o segundo fator de quem o perdeu. Com Vendas: reembolsar. Com Dados pessoais: apagar os dados de compradores. Com Usuários: mudar taxas e formas de pagamento, bloquear.',
    isUserDocumentsAvailable: 'Ver e buscar CPF, CNPJ e o que se guarda dos compradores.',
    isExportUsersAvailable:
      'Com Usuários: exportar a lista de vendedores. Com Dados pessoais: baixar tudo o que se guarda de um comprador.',
    isUsersLoginAvailable:
      'Com Usuários: ver a área de um vendedor como ele a vê, por meia hora, com motivo e sem mudar nada.',
  },
};

export type StaffTexts = typeof staff;
