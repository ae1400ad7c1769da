/** Texts of the lines of the access log, and its filter. */
export const accessLog = {
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
    SECOND_FACTOR: 'Segundo fator',
    IMPERSONATION_BEGUN: 'Entrou como vendedor',
    IMPERSONATION_ENDED: 'Voltou à própria conta',
    DATA_OPENED: 'Abriu dados',
  },
  openings: {
    SALE: 'Venda',
    SALE_AUDIT: 'Auditoria da venda',
    SALE_REPLAY: 'Reconstrução da venda',
    SUBJECT_EXPORT: 'Exportação dos dados do comprador',
    RECEIVER: 'Documentos do vendedor',
    SALES_SEARCH: 'Busca de vendas',
    SELLER: 'Dados do vendedor',
    SELLERS_SEARCH: 'Busca de vendedores',
    SALES_EXPORT: 'Exportação de vendas',
    JOURNAL_EXPORT: 'Exportação do diário',
    SELLERS_EXPORT: 'Exportação de vendedores',
  },
  causes: {
    ASKED: 'Pediu para sair',
    EVERYWHERE: 'Saiu de todos os dispositivos',
    BLOCKED: 'Bloqueou o acesso pelo link de um e-mail: senha e sessões terminaram',
    NEW_EMAIL: 'Passou a usar outro e-mail: todas as sessões terminaram',
    NEW_PASSWORD: 'Definiu uma nova senha: todas as sessões terminaram',
    REMOTE: 'Encerrou a sessão a partir de outra',
    REPLACED: 'Entrou de novo no mesmo navegador',
  },
  other: {
    seller: (name: string) => `na área de ${name}`,
    staff: (name: string) => `foi ${name}, da equipe`,
    master: (name: string) => `foi ${name}, master da instalação`,
  },
  until: (at: string) => `até ${at}`,
  changes: {
    ON: 'Ativado',
    OFF: 'Desativado',
    RECOVERY_CODE_USED: 'Código de recuperação usado',
    NEW_RECOVERY_CODES: 'Novos códigos de recuperação',
    RESET_ASKED: 'Redefinição pedida pela equipe',
    RESET_REFUSED: 'Pedido de redefinição encerrado sem redefinir',
    RESET: 'Redefinido pela equipe: todas as sessões terminaram',
  },
  by: (email: string) => `por ${email}`,
};

export type AccessLogTexts = typeof accessLog;
