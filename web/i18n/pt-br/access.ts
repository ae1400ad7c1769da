import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

/** Texts of signing in, and of the access log. */
export const accessTexts = {
  login: {
    sellerTitle: 'Entrar na sua conta',
    sellerText: 'Acompanhe vendas, saldo e saques.',
    adminTitle: 'Acesso da equipe',
    adminText: 'Administração e contabilidade da plataforma.',
    email: 'E-mail',
    password: 'Senha',
    submit: 'Entrar',
    wrong: 'E-mail ou senha incorretos.',
    limited: (seconds: number) =>
      `Muitas tentativas. Aguarde ${plural(seconds, 'segundo', 'segundos')} e tente de novo.`,
    unavailable: 'Não foi possível entrar agora. Verifique a conexão e tente de novo.',
    emailMissing: 'Informe o e-mail.',
    passwordMissing: 'Informe a senha.',
    againTitle: 'Sua sessão terminou',
    againText: 'Entre de novo para continuar de onde parou. O que você digitou continua na página.',
    againSubmit: 'Entrar e continuar',
    anotherPerson: 'Entrar com outra conta',
    forgotten: 'Esqueci minha senha',
    toAdmin: 'Sou da equipe',
    toSeller: 'Sou vendedor',
  },
  recovery: {
    title: 'Nova senha',
    text: 'Informe o e-mail com que você entra. Enviamos um link para escolher outra senha.',
    email: 'E-mail',
    emailMissing: 'Informe um e-mail válido.',
    submit: 'Enviar link',
    done: {
      server: 'Se este e-mail entra em uma conta, o link chega em instantes e vale por uma hora.',
      outbox:
        'Demonstração: nada sai desta máquina. Se este e-mail entra em uma conta, a mensagem com o link está na caixa de saída.',
      nothing: 'Aqui não há envio de e-mails: peça um link ao suporte da sua plataforma.',
    },
    notThere:
      'Não chegou? Procure também no spam. Um novo link pode ser pedido depois de dez minutos.',
    outbox: 'Ver a caixa de saída',
    toSignIn: 'Voltar e entrar',
  },
  sessions: {
    menu: 'Sessões abertas',
    title: 'Sessões abertas',
    text: 'Onde esta conta está aberta. Não reconhece uma delas? Encerre-a e troque a senha.',
    loading: 'Carregando as sessões',
    unknown: 'Navegador não identificado',
    isThis: 'Esta sessão',
    since: (at: string) => `Entrou em ${at}`,
    used: (at: string) => `usada em ${at}`,
    end: 'Encerrar',
    endOf: (device: string, began: string) => `Encerrar a sessão de ${device}, aberta em ${began}`,
    ended: 'Sessão encerrada.',
  },
  access: {
    title: 'Acessos',
    note: 'Quem entrou, quem errou a senha e quem abriu dados de compradores ou vendedores, e de que endereço.',
    at: 'Quando',
    person: 'Quem',
    what: 'O quê',
    details: 'Detalhes',
    address: 'Endereço',
    filter: 'Tipo',
    all: 'Todos',
    seeSale: 'Ver venda',
    newDevice: 'Navegador novo',
    failures: (count: number) =>
      count === 1 ? '1 senha errada antes' : `${count} senhas erradas antes`,
    kinds: {
      SIGNED_IN: 'Entrou',
      SIGN_IN_FAILED: 'Senha errada',
      SIGN_IN_SUSPENDED: 'Entrada suspensa',
      SIGNED_OUT: 'Saiu',
      DATA_OPENED: 'Abriu dados',
    },
    openings: {
      SALE: 'Venda',
      SALE_AUDIT: 'Auditoria da venda',
      SALE_REPLAY: 'Reconstrução da venda',
      SUBJECT_EXPORT: 'Exportação dos dados do comprador',
      RECEIVER: 'Documentos do vendedor',
      SALES_SEARCH: 'Busca de vendas',
      SALES_EXPORT: 'Exportação de vendas',
      JOURNAL_EXPORT: 'Exportação do diário',
    },
    causes: {
      ASKED: 'Pediu para sair',
      EVERYWHERE: 'Saiu de todos os dispositivos',
      NEW_PASSWORD: 'Definiu uma nova senha: todas as sessões terminaram',
      REMOTE: 'Encerrou a sessão a partir de outra',
      REPLACED: 'Entrou de novo no mesmo navegador',
    },
    emptyTitle: 'Nenhum acesso',
    emptyText: 'Entradas e consultas de dados pessoais aparecem aqui.',
  },
};

export type AccessTexts = typeof accessTexts;
