/** For masters. */
export const masters = {
  title: 'Masters',
  note: 'Quem cria plataformas e deixa entrar os administradores delas. Um master não vê dados de vendedores, compradores ou pagamentos. Outro entra por um link que o servidor imprime: npm run invite -- --master.',
  person: 'Pessoa',
  email: 'E-mail',
  status: 'Situação',
  statuses: { ACTIVE: 'Ativo', BLOCKED: 'Bloqueado' },
  oneself: 'você',
  joined: 'Desde',
  signedIn: 'Última entrada',
  neverSignedIn: 'Nunca entrou',
  changed: 'Última mudança',
  emptyTitle: 'Nenhum master',
  emptyText: 'Quem entra por um link de npm run invite -- --master aparece aqui.',
  gone: 'Esta pessoa não está na lista.',
  seeSessions: 'Ver sessões',
  onlyByOthers: 'Só outro master pode bloquear você.',
  block: {
    button: 'Bloquear',
    title: (who: string) => `Bloquear ${who}?`,
    text: 'A pessoa sai na hora, de todos os dispositivos, e não entra mais até outro master liberar. Os convites que ela fez e que ninguém usou ainda deixam de valer enquanto isso.',
    submit: 'Bloquear',
    done: 'Master bloqueado.',
  },
  restore: {
    button: 'Liberar',
    title: (who: string) => `Liberar ${who}?`,
    text: 'A pessoa volta a ser master e entra com a senha de sempre.',
    submit: 'Liberar',
    done: 'Master liberado.',
  },
  meanwhile: 'Este master mudou enquanto você decidia. Confira como ficou e decida de novo.',
};

export type MastersTexts = typeof masters;
