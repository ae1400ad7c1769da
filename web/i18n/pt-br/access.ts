import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

export const accessTexts = {
  login: {
    sellerTitle: 'Entrar na sua conta',
    sellerText: 'Acompanhe vendas, saldo e saques.',
    adminTitle: 'Acesso da equipe',
    adminText: 'Administração e contabilidade da plataforma.',
    masterTitle: 'Acesso do master',
    masterText: 'Plataformas da instalação e seus administradores.',
    managerTitle: 'Acesso do gerente',
    managerText: 'Vendedores da sua carteira e o volume deles.',
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
    toRegister: 'Quero vender: fazer cadastro',
    toSeller: 'Sou vendedor',
  },
  access: {
    title: 'Acessos',
    note: 'Quem entrou, quem errou a senha e quem abriu dados de compradores ou vendedores, e de que endereço.',
    at: 'Quando',
    person: 'Quem',
    what: 'O quê',
    details: 'Detalhes',
    address: 'Endereço',
    emptyTitle: 'Nenhum acesso',
    emptyText: 'Entradas e consultas de dados pessoais aparecem aqui.',
  },
};

export type AccessTexts = typeof accessTexts;
