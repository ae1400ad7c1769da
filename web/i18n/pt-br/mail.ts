import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

/** Texts about single mails, and where they go; only the page of integrations needs them. */
export const mail = {
  filter: 'Situação',
  all: 'Todas',
  to: {
    server: 'Os e-mails saem por SMTP',
    outbox: 'Demonstração: nada sai desta máquina',
    nothing: 'Sem servidor de e-mail: nada é enviado',
  },
  seeOutbox: 'Ver os e-mails',
  test: 'Enviar e-mail de teste',
  testRequested: 'E-mail de teste pedido: ele vai para o seu endereço.',
  templates: { 'new-device': 'Novo acesso à conta', test: 'E-mail de teste' },
  statuses: {
    WAITING: 'A enviar',
    ACCEPTED: 'Aceito',
    FAILED: 'Recusado',
    WITHHELD: 'Não enviado',
  },
  causes: {
    'no-mail-server': 'Não há servidor de e-mail configurado',
    'recipient-gone': 'A pessoa não está mais cadastrada',
    unanswered: 'O servidor de e-mail não respondeu',
    'too-late': 'Ficou parado tempo demais nesta máquina',
  },
  again: (time: string) => `nova tentativa em ${time}`,
  attempts: (count: number) => plural(count, 'tentativa', 'tentativas'),
};

export type MailTexts = typeof mail;
