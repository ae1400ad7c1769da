import type { Draft } from '#/api/mail/blocks.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';

const words = {
  'pt-BR': {
    subject: 'Continue o seu cadastro de vendedor',
    text: 'Alguém pediu um cadastro de vendedor com este e-mail. Se foi você, continue nesta página:',
    link: 'Continuar o cadastro',
    limits: 'O link funciona uma vez e vale por uma hora.',
    notMine: 'Se não foi você, não faça nada: sem você não se cria cadastro nenhum.',
  },
  en: {
    subject: 'Go on with your registration as a seller',
    text: 'Someone asked to register as a seller with this e-mail. If it was you, go on here:',
    link: 'Go on with the registration',
    limits: 'The link works once, for an hour.',
    notMine: 'If it was not you, do nothing: without you nothing is registered.',
  },
} as const;

/** The link by which a person proves an e-mail, and registers as a seller. */
export const registration = ({ url }: { readonly url: string }, language: MailLanguage): Draft => {
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
