export const mailsTexts = {
  mails: {
    title: 'Integrações',
    note: 'Os e-mails a vendedores e à equipe, e o que o servidor de e-mail disse de cada um.',
    installationNote:
      'Os e-mails aos masters e os convites aos administradores, e o que o servidor de e-mail disse de cada um.',
    installationEmptyText: 'Convites e avisos de segurança aparecem aqui.',
    at: 'Quando',
    person: 'Para',
    what: 'E-mail',
    status: 'Situação',
    details: 'Detalhes',
    emptyTitle: 'Nenhum e-mail',
    emptyText: 'Avisos de segurança e outros e-mails a pessoas da plataforma aparecem aqui.',
  },
};

export type MailsTexts = typeof mailsTexts;
