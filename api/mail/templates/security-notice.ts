import type { Draft } from '#/api/mail/blocks.ts';
import { momentIn } from '#/api/mail/moment.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';
import type { OpenedContent } from '#/domain/ports/mail.ts';

type Content = Extract<OpenedContent, { readonly template: 'new-device' | 'new-password' }>;

const words = {
  'pt-BR': {
    'new-device': {
      subject: 'Novo acesso à sua conta',
      what: 'Sua conta foi aberta em um navegador que ainda não conhecíamos.',
    },
    'new-password': {
      subject: 'Nova senha da sua conta',
      what: 'A senha da sua conta foi trocada por um link, e os acessos abertos foram encerrados. Por segurança, saques ficam parados por 24 horas.',
    },
    when: 'Quando',
    from: 'Endereço de rede',
    mine: 'Se foi você, não é preciso fazer nada.',
    notMine: 'Se não foi você, avise agora o suporte da sua plataforma: ele encerra os acessos.',
    why: 'Este e-mail trata da segurança da sua conta e não pode ser desativado.',
  },
  en: {
    'new-device': {
      subject: 'New sign-in to your account',
      what: 'Your account was opened in a browser that we did not know yet.',
    },
    'new-password': {
      subject: 'New password of your account',
      what: 'The password of your account was changed by a link, and open sessions were ended. For safety, withdrawals rest for 24 hours.',
    },
    when: 'When',
    from: 'Network address',
    mine: 'If it was you, there is nothing to do.',
    notMine: 'If it was not you, tell the support of your platform now: they end the sessions.',
    why: 'This e-mail is about the security of your account and cannot be switched off.',
  },
} as const;

/** What happened to a person's account, so that they notice what was not them. */
export const securityNotice = (content: Content, language: MailLanguage): Draft => {
  const { when, from, mine, notMine, why, ...each } = words[language];
  const { subject, what } = each[content.template];
  const happenedAt = content.template === 'new-device' ? content.signedInAt : content.changedAt;
  const { ip } = content;
  const at = [when, momentIn(language, happenedAt)] as const;
  return {
    subject,
    blocks: [
      { kind: 'paragraph', text: what },
      { kind: 'facts', rows: ip === null ? [at] : [at, [from, ip]] },
      { kind: 'paragraph', text: mine },
      { kind: 'paragraph', text: notMine },
      { kind: 'note', text: why },
    ],
  };
};
