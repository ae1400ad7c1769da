import type { Draft } from '#/api/mail/blocks.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';

const texts = {
  'pt-BR': {
    subject: 'E-mail de teste',
    text: 'Se você está lendo isto, os e-mails da plataforma chegam.',
    why: 'Você pediu este e-mail na página de integrações.',
  },
  en: {
    subject: 'Test e-mail',
    text: 'If you are reading this, the e-mails of the platform arrive.',
    why: 'You asked for this e-mail on the page of integrations.',
  },
} as const;

export const test = (language: MailLanguage): Draft => {
  const { subject, text, why } = texts[language];
  return {
    subject,
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'note', text: why },
    ],
  };
};
