import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';

export const register = {
  ask: {
    title: 'Cadastro de vendedor',
    text: (platform: string) =>
      `Venda pela plataforma ${platform}. Enviamos um link ao seu e-mail, e o cadastro continua nele.`,
    email: 'E-mail',
    emailMissing: 'Informe um e-mail válido.',
    submit: 'Enviar link',
    done: {
      server: 'O link chega em instantes e vale por uma hora.',
      outbox: 'Demonstração: nada sai desta máquina. A mensagem com o link está na caixa de saída.',
      nothing: 'Aqui não há envio de e-mails, e por isso não há cadastro: fale com a plataforma.',
    },
    notThere:
      'Não chegou? Procure também no spam. Um novo link pode ser pedido depois de dez minutos.',
    outbox: 'Ver a caixa de saída',
  },
  closedTitle: 'Cadastro fechado',
  closedText:
    'Aqui não há cadastro aberto agora. Se uma plataforma convidou você, peça a ela o endereço do cadastro.',
  checking: 'Conferindo…',
  uncheckedTitle: 'Não foi possível conferir o link',
  overTitle: 'Link sem validade',
  again: 'Pedir outro link',
  knownTitle: 'Você já tem cadastro',
  knownText: (email: string) => `Com ${email} já se entra como vendedor nesta plataforma.`,
  toSignIn: 'Ir para a entrada',
  signInTitle: 'Entre para continuar',
  signInText: 'Você já tem acesso com este e-mail: use a senha de sempre.',
  title: 'Complete o cadastro',
  text: (platform: string) => `Você vai vender pela plataforma ${platform}.`,
  kind: 'Quem vende',
  kinds: { CPF: 'Pessoa física', CNPJ: 'Pessoa jurídica' },
  names: { CPF: 'Nome completo', CNPJ: 'Razão social' },
  documents: { CPF: 'CPF', CNPJ: 'CNPJ' },
  email: 'E-mail',
  password: 'Senha',
  passwordAgain: 'Repita a senha',
  passwordHint: `Pelo menos ${SHORTEST_PASSWORD} caracteres: uma frase sua serve bem. Não use seu nome, seu e-mail nem senhas comuns.`,
  terms: (version: string) => `Termos de uso, versão ${version}`,
  accept: 'Li e aceito os termos de uso',
  submit: 'Criar cadastro',
  next: 'Depois disso você envia seus documentos. Vender já pode; os saques começam quando eles forem aprovados.',
  errors: {
    missing: 'Preencha este campo.',
    unreadable: 'Use letras ou números que se vejam, sem caracteres de controle.',
    CPF: 'Este CPF não existe. Confira os números.',
    CNPJ: 'Este CNPJ não existe. Confira os números.',
    short: `A senha precisa de pelo menos ${SHORTEST_PASSWORD} caracteres.`,
    different: 'As senhas não são iguais.',
    notAccepted: 'Sem aceitar os termos não há cadastro.',
  },
};

export type RegisterTexts = typeof register;
