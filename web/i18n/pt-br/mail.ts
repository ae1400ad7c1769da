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
  templates: {
    'new-device': 'Novo acesso à conta',
    'new-password': 'Nova senha',
    'new-email': 'Novo e-mail',
    'second-factor': 'Segundo fator alterado',
    'new-destination': 'Nova chave PIX para saques',
    'suspended-destination': 'Chave PIX para saques suspensa',
    recovery: 'Nova senha pedida',
    invitation: 'Convite',
    registration: 'Cadastro de vendedor',
    'seller-invitation': 'Convite a um vendedor',
    'confirm-former-email': 'Troca de e-mail, ao anterior',
    'confirm-new-email': 'Troca de e-mail, ao novo',
    test: 'E-mail de teste',
  },
  statuses: {
    WAITING: 'A enviar',
    ACCEPTED: 'Aceito',
    FAILED: 'Recusado',
    BOUNCED: 'Devolvido',
    WITHHELD: 'Não enviado',
  },
  causes: {
    'no-mail-server': 'Não há servidor de e-mail configurado',
    'recipient-gone': 'A pessoa não está mais cadastrada',
    'mailbox-gone': 'O endereço está suspenso: um e-mail anterior foi devolvido',
    'link-over': 'O link já foi usado ou venceu',
    'other-address': 'O e-mail de acesso da pessoa é outro',
    'too-old': 'Depois de um dia o aviso não serve mais',
    'status-5.1.1': 'A caixa postal não existe',
    'status-5.1.2': 'O domínio do endereço não existe',
    'status-5.1.3': 'O endereço não é válido',
    'status-5.1.6': 'A caixa postal mudou de endereço',
    'status-5.1.10': 'O domínio não recebe e-mails',
    'status-5.2.1': 'A caixa postal está desativada',
    'status-5.2.2': 'A caixa postal está cheia',
    'status-5.7.1': 'O servidor de destino não aceita nossos e-mails',
    unanswered: 'O servidor de e-mail não respondeu',
    'too-late': 'Ficou parado tempo demais nesta máquina',
  },
  suspended: 'endereço suspenso',
  release: 'Voltar a enviar',
  released: 'Os próximos e-mails vão de novo para este endereço.',
  reports: 'Endereço para devoluções (POST):',
  copyReports: 'Copiar o endereço para devoluções',
  copied: 'Copiado',
  again: (time: string) => `nova tentativa em ${time}`,
  attempts: (count: number) => plural(count, 'tentativa', 'tentativas'),
};

export type MailTexts = typeof mail;
