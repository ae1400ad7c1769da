import { expect } from 'chai';
import { paymentEvents } from '#/domain/payment/events.ts';
import { refundEvents } from '#/domain/refund/events.ts';
import { retentionClasses } from '#/domain/sealed.ts';
import { holdCauses } from '#/domain/subject/retention.ts';
import { backoffice as english } from './en/backoffice.ts';
import { backoffice as portuguese } from './pt-br/backoffice.ts';

describe('the words of a sale’s timeline', () => {
  const types = [...Object.keys(paymentEvents), ...Object.keys(refundEvents)];

  it('name every event of a payment and its refunds in both languages', () => {
    for (const { sale } of [portuguese, english]) {
      expect(Object.keys(sale.event)).to.include.members(types);
    }
  });

  it('are as many in English as in Portuguese', () => {
    for (const words of ['event', 'actor', 'lineKind'] as const) {
      expect(english.sale[words]).to.have.all.keys(portuguese.sale[words]);
    }
  });
});

describe('the words of what is kept of a buyer', () => {
  it('name every class and every reason in both languages', () => {
    for (const { privacy } of [portuguese, english]) {
      expect(Object.keys(privacy.class)).to.have.members([...retentionClasses]);
      expect(Object.keys(privacy.cause)).to.have.members([...holdCauses]);
    }
  });
});
