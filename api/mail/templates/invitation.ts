import type { Draft } from '#/api/mail/blocks.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';

const words = {
  'pt-BR': {
    subject: 'Você foi convidado para a equipe',
    text: 'Você foi convidado para trabalhar no painel de uma plataforma de vendas. Comece por esta página:',
    link: 'Aceitar o convite',
    limits:
      'O link funciona uma vez e vale por sete dias. Se você já tem acesso, entre com a senha de sempre.',
    notMine: 'Se você não esperava este convite, não faça nada: nada muda sem você.',
  },
  en: {
    subject: 'You are invited to a team',
    text: 'You are invited to work in the back office of a sales platform. Begin on this page:',
    link: 'Accept the invitation',
    limits:
      'The link works once, for seven days. If you can sign in already, use the password you have.',
    notMine: 'If you did not expect this invitation, do nothing: without you nothing changes.',
  },
} as const;

/** The link by which a member of staff comes in who was invited by another. */
export const invitation = ({ url }: { readonly url: string }, language: MailLanguage): Draft => {
  const { subject, text, link, limits, notMine } = words[language];
  return {
    subject,
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'link', text: link, url },
      { kind: 'paragraph', text: limits },
      { kind: 'note', text: notMine },
    ],
  };
};
