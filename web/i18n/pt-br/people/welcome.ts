import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';

export const welcome = {
  title: {
    administrator: 'Você foi convidado',
    functionary: 'Você foi convidado',
    master: 'Você foi convidado',
    manager: 'Você foi convidado',
    join: 'Você foi convidado',
    'join-manager': 'Você foi convidado',
    recovery: 'Escolha uma nova senha',
  },
  text: {
    administrator: (platform: string) => `Crie seu acesso para administrar ${platform}.`,
    functionary: (platform: string) => `Crie seu acesso à equipe de ${platform}.`,
    join: (platform: string) =>
      `Você já tem acesso por este e-mail: entre com a senha de sempre para fazer parte da equipe de ${platform}.`,
    manager: (platform: string) => `Crie seu acesso para acompanhar vendedores de ${platform}.`,
    'join-manager': (platform: string) =>
      `Você já tem acesso por este e-mail: entre com a senha de sempre para ser também gerente de ${platform}.`,
    master: 'Crie seu acesso para abrir plataformas e convidar seus administradores.',
    joinMaster:
      'Você já tem acesso por este e-mail: entre com a senha de sempre para ser também master desta instalação.',
    recovery: 'A senha atual deixa de valer, e todas as suas sessões terminam.',
  },
  thisPlatform: 'a plataforma',
  name: 'Seu nome',
  email: 'E-mail',
  password: 'Senha',
  again: 'Repita a senha',
  passwordHint: `Pelo menos ${SHORTEST_PASSWORD} caracteres: uma frase sua serve bem. Não use seu nome, seu e-mail nem senhas comuns.`,
  errors: {
    missing: 'Preencha este campo.',
    unreadable: 'Use letras ou números que se vejam, sem caracteres de controle.',
    email: 'Informe um e-mail válido.',
    short: `A senha precisa de pelo menos ${SHORTEST_PASSWORD} caracteres.`,
    different: 'As senhas não são iguais.',
  },
  submit: {
    administrator: 'Criar acesso',
    functionary: 'Criar acesso',
    master: 'Criar acesso',
    manager: 'Criar acesso',
    join: 'Aceitar convite',
    'join-manager': 'Aceitar convite',
    recovery: 'Trocar senha',
  },
  invalidTitle: 'Convite sem validade',
  uncheckedTitle: 'Não foi possível conferir o convite',
  checking: 'Conferindo o convite…',
  changedTitle: 'Senha trocada',
  changedText: 'Agora entre com a nova senha e o código do seu aplicativo autenticador.',
  signIn: 'Entrar',
  toSignIn: 'Ir para o acesso da equipe',
};

export type WelcomeTexts = typeof welcome;
