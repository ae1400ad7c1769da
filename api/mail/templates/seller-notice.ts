import type { Block, Draft } from '#/api/mail/blocks.ts';
import { momentIn } from '#/api/mail/moment.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';
import type { OpenedContent } from '#/domain/ports/mail.ts';

type Content = Extract<OpenedContent, { readonly template: 'withdrawal' | 'document-rejected' }>;

const texts = {
  'pt-BR': {
    withdrawal: {
      PAID: { subject: 'Saque pago', what: 'Um saque da sua conta foi pago.' },
      REFUSED: {
        subject: 'Saque recusado',
        what: 'A equipe da plataforma recusou um saque da sua conta. O extrato mostra o valor.',
      },
      RETURNED: {
        subject: 'Saque devolvido',
        what: 'O banco devolveu um saque da sua conta, e o valor voltou ao saldo. A equipe confere a chave PIX antes do próximo saque.',
      },
    },
    rejected: {
      subject: 'Documento recusado',
      what: 'A equipe da plataforma recusou um documento seu. Envie outro na página do seu perfil.',
    },
    documents: {
      photoDocument: 'Foto do documento',
      photoPersonWithDocument: 'Foto da pessoa com o documento',
      photoDocumentSocialContract: 'Contrato social',
      addressProof: 'Comprovante de endereço',
      balanceSheet: 'Balanço patrimonial',
    },
    when: 'Quando',
    amount: 'Valor',
    document: 'Documento',
    reason: 'Motivo',
    why: 'Avisos como este podem ser desligados na página do seu perfil.',
  },
  en: {
    withdrawal: {
      PAID: { subject: 'Withdrawal paid', what: 'A withdrawal of your account was paid.' },
      REFUSED: {
        subject: 'Withdrawal refused',
        what: 'The staff of the platform refused a withdrawal of your account. The statement shows the amount.',
      },
      RETURNED: {
        subject: 'Withdrawal returned',
        what: 'The bank returned a withdrawal of your account, and its amount is back in the balance. The staff check the PIX key before the next withdrawal.',
      },
    },
    rejected: {
      subject: 'Document rejected',
      what: 'The staff of the platform rejected a document of yours. Send another one on the page of your profile.',
    },
    documents: {
      photoDocument: 'Photo of the document',
      photoPersonWithDocument: 'Photo of the person with the document',
      photoDocumentSocialContract: 'Articles of association',
      addressProof: 'Proof of address',
      balanceSheet: 'Balance sheet',
    },
    when: 'When',
    amount: 'Amount',
    document: 'Document',
    reason: 'Reason',
    why: 'Notices like this one can be switched off on the page of your profile.',
  },
} as const;

const factsOf = (
  content: Content,
  language: MailLanguage,
): readonly (readonly [string, string])[] => {
  const { when, amount, document, reason, documents } = texts[language];
  if (content.template === 'document-rejected') {
    return [
      [document, documents[content.document]],
      [reason, content.reason],
      [when, momentIn(language, content.rejectedAt)],
    ];
  }
  const { currency } = content;
  const money =
    content.amount !== undefined && currency !== undefined
      ? new Intl.NumberFormat(language, { style: 'currency', currency }).format(
          content.amount / 100,
        )
      : undefined;
  return [
    ...(money === undefined ? [] : [[amount, money] as const]),
    ...(content.reason === undefined ? [] : [[reason, content.reason] as const]),
    [when, momentIn(language, content.happenedAt)],
  ];
};

/** A mail that the seller may switch off. */
export const sellerNotice = (content: Content, language: MailLanguage): Draft => {
  const { withdrawal, rejected, why } = texts[language];
  const { subject, what } =
    content.template === 'withdrawal' ? withdrawal[content.outcome] : rejected;
  const blocks: readonly Block[] = [
    { kind: 'paragraph', text: what },
    { kind: 'facts', rows: factsOf(content, language) },
    { kind: 'note', text: why },
  ];
  return { subject, blocks };
};
