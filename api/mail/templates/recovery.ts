import type { Draft } from '#/api/mail/blocks.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';

const words = {
  'pt-BR': {
    subject: 'Nova senha para a sua conta',
    text: 'Alguém pediu uma nova senha para a sua conta. Se foi você, escolha a senha nesta página:',
    link: 'Escolher nova senha',
    limits: 'O link funciona uma vez e vale por uma hora. Ao usá-lo, os acessos abertos terminam.',
    notMine: 'Se não foi você, não faça nada: a senha continua a mesma.',
    why: 'Este e-mail trata da segurança da sua conta e não pode ser desativado.',
  },
  en: {
    subject: 'A new password for your account',
    text: 'Someone asked for a new password for your account. If it was you, choose it on this page:',
    link: 'Choose a new password',
    limits: 'The link works once, for an hour. Using it ends all open sessions.',
    notMine: 'If it was not you, do nothing: the password stays as it is.',
    why: 'This e-mail is about the security of your account and cannot be switched off.',
  },
} as const;

/** The link by which a person chooses a new password. */
export const recovery = ({ url }: { readonly url: string }, language: MailLanguage): Draft => {
  const { subject, text, link, limits, notMine, why } = words[language];
  return {
    subject,
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'link', text: link, url },
      { kind: 'paragraph', text: limits },
      { kind: 'paragraph', text: notMine },
      { kind: 'note', text: why },
    ],
  };
};
