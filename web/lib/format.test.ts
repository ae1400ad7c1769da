import { expect } from 'chai';
import { formatDate, formatDateTime, formatDay, formatMoney, formatPosition } from './format.ts';

const withPlainSpaces = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('Formatting of money and time', () => {
  it('formats cents in the given currency and language', () => {
    expect(withPlainSpaces(formatMoney(123_456))).to.equal('R$ 1.234,56');
    expect(withPlainSpaces(formatMoney(-5, 'BRL', 'en'))).to.equal('-R$0.05');
    expect(withPlainSpaces(formatMoney(9_700, 'USD', 'en'))).to.equal('$97.00');
    expect(withPlainSpaces(formatMoney(9_700, 'EUR'))).to.equal('€ 97,00');
  });

  it('writes days as DD/MM/YYYY, and as MM/DD/YYYY in English', () => {
    expect(formatDay('2026-11-03')).to.equal('03/11/2026');
    expect(formatDay('2026-11-03', 'en')).to.equal('11/03/2026');
  });

  it('shows dates and times in Brazilian time', () => {
    expect(formatDate('2026-11-20T01:30:00.000Z')).to.equal('19/11/2026');
    expect(formatDateTime('2026-11-20T03:05:09.000Z')).to.equal('20/11/2026, 00:05');
    expect(formatDateTime('2026-11-20T03:05:09.000Z', 'pt', 'seconds')).to.contain('00:05:09');
  });

  it('writes positions of either store without leading zeros, and equal parts once', () => {
    expect(formatPosition('00000000000000000749')).to.equal('749');
    expect(formatPosition('00000000000000000000')).to.equal('0');
    expect(formatPosition('e:00000000000000010520:00000000000000010520')).to.equal('10520');
    expect(formatPosition('e:00000000000000010520:00000000000000000980')).to.equal('10520:980');
    expect(formatPosition('#12')).to.equal('#12');
  });
});
