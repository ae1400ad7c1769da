import { expect } from 'chai';
import { backoffice as english } from '#/web/i18n/en/backoffice.ts';
import { recordTexts as englishRecord } from '#/web/i18n/en/record.ts';
import { backoffice as portuguese } from '#/web/i18n/pt-br/backoffice.ts';
import { recordTexts as portugueseRecord } from '#/web/i18n/pt-br/record.ts';
import { placeText, valueText, type FieldTexts } from './field-texts.ts';

const formats: FieldTexts['formats'] = {
  money: (cents) => `R$ ${cents / 100}`,
  dateTimeExact: (instant) => `em ${instant.slice(0, 10)}`,
};
const pt: FieldTexts = { texts: portuguese, record: portugueseRecord, formats };
const en: FieldTexts = { texts: english, record: englishRecord, formats };

describe('Payment data shown as text', () => {
  it('names a field by its path, and numbers the items that a payment can have several of', () => {
    expect(placeText('payment.status', pt)).to.equal('Pagamento · Status');
    expect(placeText('sale[0].refundedAmount', pt)).to.equal('Venda · Devolvido ao comprador');
    expect(placeText('refund[1].amount', pt)).to.equal('Reembolso 2 · Valor');
    expect(placeText('payment_timeline[0].entries[2].cause', en)).to.equal(
      'Timeline · Entry 3 · Reason',
    );
  });

  it('formats amounts, times and positions, and translates codes such as statuses, methods and reasons', () => {
    expect(valueText('sale[0].net', 9_019, pt)).to.equal('R$ 90.19');
    expect(valueText('sale[0].installments', 3, pt)).to.equal('3');
    expect(valueText('payment.approvedAt', '2026-11-22T12:00:00.000Z', pt)).to.equal(
      'em 2026-11-22',
    );
    expect(valueText('payment.status', 'APPROVED', pt)).to.equal('Aprovado');
    expect(valueText('refund[0].status', 'SETTLED', en)).to.equal('Concluded');
    expect(valueText('sale[0].method', 'BILLET', pt)).to.equal('Boleto');
    expect(valueText('payment_timeline[0].entries[0].type', 'PaymentApproved', en)).to.equal(
      englishRecord.event.PaymentApproved,
    );
    expect(valueText('payment_timeline[0].entries[0].actor', 'policy:book', pt)).to.equal(
      'sistema',
    );
    expect(valueText('sale[0].cause', 'insufficient_funds', pt)).to.equal(
      'Saldo ou limite insuficiente.',
    );
    expect(valueText('provider_reference[0].open', true, pt)).to.equal('Sim');
    const position = '00000000000000000749';
    expect(valueText('payment_timeline[0].entries[0].position', position, pt)).to.equal('749');
  });

  it('shows only whether a whole record is present, not its content', () => {
    expect(valueText('refund[1]', null, pt)).to.equal('—');
    expect(valueText('refund[1]', { amount: 1 }, pt)).to.equal('Gravado');
  });

  it('shows a refund’s note and a product’s title exactly as written', () => {
    expect(valueText('refund[0].note', 'Desistiu', pt)).to.equal('Desistiu');
    expect(valueText('sale[0].title', 'E-book', en)).to.equal('E-book');
  });
});
