import type { Draft } from '#/api/mail/blocks.ts';
import { momentIn } from '#/api/mail/moment.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';
import type { OpenedContent } from '#/domain/ports/mail.ts';

type Content = Extract<OpenedContent, { readonly template: 'new-device' }>;

const words = {
  'pt-BR': {
    subject: 'Novo acesso à sua conta',
    what: 'Sua conta foi aberta em um navegador que ainda não conhecíamos.',
    when: 'Quando',
    from: 'Endereço de rede',
    mine: 'Se foi você, não é preciso fazer nada.',
    notMine: 'Se não foi você, avise agora o suporte da sua plataforma: ele encerra os acessos.',
    why: 'Este e-mail trata da segurança da sua conta e não pode ser desativado.',
  },
  en: {
    subject: 'New sign-in to your account',
    what: 'Your account was opened in a browser that we did not know yet.',
    when: 'When',
    from: 'Network address',
    mine: 'If it was you, there is nothing to do.',
    notMine: 'If it was not you, tell the support of your platform now: they end the sessions.',
    why: 'This e-mail is about the security of your account and cannot be switched off.',
  },
} as const;

export const newDevice = ({ signedInAt, ip }: Content, language: MailLanguage): Draft => {
  const { subject, what, when, from, mine, notMine, why } = words[language];
  const at = [when, momentIn(language, signedInAt)] as const;
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
