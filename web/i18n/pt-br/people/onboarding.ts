export const onboarding = {
  tab: 'Cadastro de vendedores',
  text: 'Quem se cadastra prova o e-mail, aceita os termos de uso e já pode vender. Os saques começam quando a equipe aprovar os documentos.',
  registration: 'Quem pode se cadastrar',
  modes: {
    OPEN: 'Qualquer pessoa',
    BY_INVITATION: 'Só quem a equipe convidar',
    CLOSED: 'Ninguém: fechado',
  },
  address: 'Endereço do cadastro',
  copyAddress: 'Copiar endereço do cadastro',
  copied: 'Endereço copiado',
  version: 'Versão dos termos',
  versionHint: 'Por exemplo, o mês: 2026-11. Outro texto é outra versão.',
  terms: 'Termos de uso',
  termsHint: 'Cada cadastro guarda a versão aceita e quando.',
  noMail: 'Aqui não há envio de e-mails: ninguém recebe o link do cadastro.',
  save: 'Salvar cadastro',
  saved: 'Cadastro salvo',
  discard: 'Descartar',
  unsaved: 'Alterações não salvas',
  edited: {
    title: 'Outra pessoa mudou o cadastro enquanto você editava.',
    text: 'O que você mudou continua no formulário, ainda não salvo; o resto é o que está registrado.',
    columns: { place: 'Campo', before: 'Antes', after: 'Agora' },
  },
  history: {
    title: 'Histórico do cadastro',
    by: (at: string, by: string) => `${at} por ${by}`,
    authors: { STAFF: 'pessoa apagada', MASTER: 'um master', PROGRAM: 'Razão' },
    columns: { place: 'Regra', before: 'Antes', after: 'Depois' },
    fields: {
      registration: 'Quem pode se cadastrar',
      'termsOfUse.version': 'Versão dos termos',
      'termsOfUse.text': 'Termos de uso',
    },
    text: 'Ver a mudança no texto dos termos',
    empty: 'Nenhuma mudança ainda. Cada uma aparece aqui, com quem a fez e quando.',
  },
  errors: {
    missing: 'Informe este campo.',
    sameVersion: 'O texto mudou: dê outro nome à versão.',
  },
};

export type OnboardingTexts = typeof onboarding;
