import { expect } from 'chai';
import { documentTitle } from './document-title.ts';
import { screenOf, type Screen, type ShownPayment } from './screen.ts';
import { paymentStatusTexts } from './texts.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const pix = {
  method: 'PIX',
  status: 'PENDING',
  pixCode: '000201',
  billetCode: null,
  expiresAt: '2026-11-20T12:30:00.000Z',
} as const;
const boleto = { ...pix, method: 'BILLET', pixCode: null, billetCode: '341' } as const;
const card = { ...pix, method: 'CREDIT_CARD', pixCode: null } as const;

/** The payment that leads to each screen, and the first part of its title. */
const titleStarts: Readonly<Record<Screen, readonly [ShownPayment, pt: string, en: string]>> = {
  pix: [pix, 'Aguardando pagamento', 'Waiting for payment'],
  'pix-preparing': [{ ...pix, pixCode: null }, 'Aguardando pagamento', 'Waiting for payment'],
  'pix-expired': [
    { ...pix, expiresAt: '2026-11-20T12:00:00.000Z' },
    'Este PIX expirou',
    'This PIX has expired',
  ],
  boleto: [boleto, 'Aguardando pagamento', 'Waiting for payment'],
  'boleto-preparing': [
    { ...boleto, billetCode: null },
    'Aguardando pagamento',
    'Waiting for payment',
  ],
  'boleto-expired': [
    { ...boleto, status: 'CANCELED' },
    'Este boleto não vale mais',
    'This bank slip is no longer valid',
  ],
  'card-pending': [card, 'Confirmando com o seu banco', 'Confirming with your bank'],
  approved: [{ ...pix, status: 'APPROVED' }, 'Pagamento aprovado', 'Payment approved'],
  refunded: [{ ...pix, status: 'REFUNDED' }, 'Pagamento reembolsado', 'Payment refunded'],
  rejected: [{ ...card, status: 'REJECTED' }, 'Pagamento recusado', 'Payment declined'],
  chargeback: [{ ...card, status: 'CHARGEBACK' }, 'Pagamento contestado', 'Payment disputed'],
  canceled: [{ ...card, status: 'CANCELED' }, 'Pagamento cancelado', 'Payment canceled'],
};

describe('Title of the payment page', () => {
  for (const [screen, [payment, pt, en]] of Object.entries(titleStarts)) {
    it(`names the state "${screen}" and the product, in Portuguese and English`, () => {
      expect(screenOf(payment, now)).to.equal(screen);
      const titled = { ...payment, title: 'E-book' };
      expect(documentTitle(titled, paymentStatusTexts.pt, now)).to.equal(`${pt} · E-book`);
      expect(documentTitle(titled, paymentStatusTexts.en, now)).to.equal(`${en} · E-book`);
    });
  }
});
