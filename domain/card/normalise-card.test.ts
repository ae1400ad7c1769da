import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import type { CardData } from '#/domain/ports/card.ts';
import { isValidCardNumber } from './card-number.ts';
import { normaliseCard } from './normalise-card.ts';

const typed: CardData = {
  cardNumber: '4111 1111 1111 1111',
  holderName: ' MARINA  DUARTE ',
  holderDocument: '529.982.247-25',
  expMonth: '1',
  expYear: '2027',
  cvv: '123',
};

const refusalOf = (changed: Partial<CardData>, today = '2026-11-20'): string => {
  try {
    normaliseCard({ ...typed, ...changed }, today);
    return 'taken';
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
};

describe('normaliseCard', () => {
  it('removes spaces and punctuation, and writes the expiry as two digits each', () => {
    expect(normaliseCard(typed, '2027-01-31')).to.deep.equal({
      cardNumber: '4111111111111111',
      holderName: 'MARINA DUARTE',
      holderDocument: '52998224725',
      expMonth: '01',
      expYear: '27',
      cvv: '123',
    });
  });

  it('rejects each invalid field with its own code', () => {
    const wrong: readonly (readonly [Partial<CardData>, string])[] = [
      [{ cardNumber: ' ' }, 'card/number-required'],
      [{ cardNumber: '4111 1111 1111 1112' }, 'card/number-invalid'],
      [{ cardNumber: '4111x1111111111111' }, 'card/number-invalid'],
      [{ holderName: '  ' }, 'card/holder-required'],
      [{ holderName: 'MARINA' }, 'card/holder-invalid'],
      [{ holderName: 'MARINA |DUARTE' }, 'card/holder-invalid'],
      [{ expMonth: '13' }, 'card/month-invalid'],
      [{ expYear: '1999' }, 'card/year-invalid'],
      [{ cvv: '12' }, 'card/cvv-invalid'],
      [{ cvv: '12345' }, 'card/cvv-invalid'],
    ];
    expect(wrong.map(([changed]) => refusalOf(changed))).to.deep.equal(
      wrong.map(([, code]) => code),
    );
  });

  it('accepts a card until the last day of its expiry month', () => {
    expect(refusalOf({}, '2027-01-31')).to.equal('taken');
    expect(refusalOf({}, '2027-02-01')).to.equal('card/expired');
  });

  it('accepts a card number only with a valid length and check digit', () => {
    expect(isValidCardNumber('378282246310005')).to.equal(true);
    expect(isValidCardNumber('4111 1111')).to.equal(false);
  });
});
