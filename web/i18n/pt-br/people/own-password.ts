import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';

export const ownPassword = {
  title: 'Trocar a senha',
  text: 'Os seus outros acessos terminam. Por segurança, os saques da sua conta ficam parados por 24 horas, e um e-mail avisa da troca.',
  email: 'E-mail',
  password: 'Nova senha',
  again: 'Repita a nova senha',
  hint: `Pelo menos ${SHORTEST_PASSWORD} caracteres: uma frase sua serve bem. Não use seu nome, seu e-mail nem senhas comuns.`,
  submit: 'Trocar a senha',
  done: 'Senha trocada. Você continua neste navegador; os seus outros acessos terminaram.',
  errors: {
    missing: 'Preencha este campo.',
    short: `A senha precisa de pelo menos ${SHORTEST_PASSWORD} caracteres.`,
    different: 'As senhas não são iguais.',
    guessable: 'Esta senha é fácil de adivinhar. Escolha outra, como uma frase só sua.',
  },
};

export type OwnPasswordTexts = typeof ownPassword;
