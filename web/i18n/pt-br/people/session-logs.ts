/** Texts of the log of sessions at all platforms; only masters need them. */
export const sessionLogs = {
  title: 'Sessões',
  note: 'Quem entrou em cada plataforma, de onde e como terminou, com as senhas erradas e as suspensões. De vendedores só aparece o identificador.',
  at: 'Quando',
  person: 'Quem',
  platform: 'Plataforma',
  what: 'O quê',
  details: 'Detalhes',
  address: 'Endereço',
  filter: 'Tipo',
  all: 'Todos',
  personKinds: { staff: 'Equipe', seller: 'Vendedor', master: 'Master', manager: 'Gerente' },
  noPlatform: 'Instalação',
  kinds: {
    SIGNED_IN: 'Entrou',
    SIGN_IN_FAILED: 'Senha errada',
    SIGN_IN_SUSPENDED: 'Entrada suspensa',
    SIGNED_OUT: 'Saiu',
    SECOND_FACTOR: 'Segundo fator',
    IMPERSONATION_BEGUN: 'Entrou como vendedor',
    IMPERSONATION_ENDED: 'Voltou à própria conta',
  },
  newDevice: 'Navegador novo',
  failures: (count: number) =>
    count === 1 ? '1 senha errada antes' : `${count} senhas erradas antes`,
  causes: {
    ASKED: 'Pediu para sair',
    EVERYWHERE: 'Saiu de todos os dispositivos',
    BLOCKED: 'Bloqueou o acesso pelo link de um e-mail: senha e sessões terminaram',
    NEW_EMAIL: 'Passou a usar outro e-mail: todas as sessões terminaram',
    NEW_PASSWORD: 'Definiu uma nova senha: todas as sessões terminaram',
    REMOTE: 'Encerrou a sessão a partir de outra',
    REPLACED: 'Entrou de novo no mesmo navegador',
  },
  changes: {
    ON: 'Ativado',
    OFF: 'Desativado',
    RECOVERY_CODE_USED: 'Código de recuperação usado',
    NEW_RECOVERY_CODES: 'Novos códigos de recuperação',
    RESET_ASKED: 'Redefinição pedida pela equipe',
    RESET_REFUSED: 'Pedido de redefinição encerrado sem redefinir',
    RESET: 'Redefinido pela equipe: todas as sessões terminaram',
  },
  emptyTitle: 'Ninguém entrou ainda',
  emptyText: 'As entradas, saídas e senhas erradas de todas as plataformas aparecem aqui.',
};

export type SessionLogsTexts = typeof sessionLogs;
