/** A file of its own: few users load it. */
export const ownAccess = {
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
  memberships: {
    label: 'Entrar como',
    roles: {
      SELLER: 'Vendedor',
      ADMIN: 'Administrador',
      FUNCTIONARY: 'Equipe',
      MASTER: 'Master',
      MANAGER: 'Gerente',
    },
  },
  otherMember: {
    title: 'Outro acesso está em uso neste navegador',
    text: 'Em outra aba, você passou a usar outro acesso, ou outra pessoa entrou. O que esta página enviou depois disso não foi feito.',
    reload: 'Recarregar a página',
  },
  email: { menu: 'Trocar e-mail' },
  password: { menu: 'Trocar a senha' },
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
  everywhere: {
    signOut: 'Sair de todos os dispositivos',
    title: 'Sair de todos os dispositivos?',
    text: 'Esta conta sai agora deste navegador e de todos os outros em que está aberta. Lá, o que não foi enviado só continua com a senha. Fica registrado nos acessos da plataforma.',
  },
  stepUp: {
    title: 'Confirme que é você',
    text: 'Para isto é preciso a sua senha, de novo a cada cinco minutos. O que você digitou continua na página.',
    submit: 'Confirmar',
  },
};

export type OwnAccessTexts = typeof ownAccess;
