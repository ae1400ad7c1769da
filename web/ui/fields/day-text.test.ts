import { expect } from 'chai';
import fc from 'fast-check';
import { dayFromText, dayText } from './day-text.ts';

describe('Day as text', () => {
  it('is written in the order of the given language', () => {
    expect(dayText('2026-11-03', 'pt')).to.equal('03/11/2026');
    expect(dayText('2026-11-03', 'en')).to.equal('11/03/2026');
    expect(dayText(undefined, 'pt')).to.equal('');
  });

  it('is parsed with any separator, without one, and in ISO format', () => {
    for (const text of ['3/11/2026', '03.11.2026', '03-11-2026', '03 11 2026', '03112026']) {
      expect(dayFromText(text, 'pt'), text).to.equal('2026-11-03');
    }
    expect(dayFromText('11/03/2026', 'en')).to.equal('2026-11-03');
    expect(dayFromText('2026-11-03', 'en')).to.equal('2026-11-03');
  });

  it('is rejected while it is incomplete, or if the day does not exist', () => {
    for (const text of [
      '',
      '3/11',
      '3/11/26',
      '31/02/2026',
      '00/11/2026',
      '29/02/2027',
      'amanhã',
    ]) {
      expect(dayFromText(text, 'pt'), text).to.equal(undefined);
    }
    expect(dayFromText('29/02/2028', 'pt')).to.equal('2028-02-29');
  });

  it('is parsed back to the same day after formatting', () => {
    const days = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2199-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, fc.constantFrom('pt' as const, 'en' as const), (date, language) => {
        const day = date.toISOString().slice(0, 10);
        expect(dayFromText(dayText(day, language), language)).to.equal(day);
      }),
    );
  });
});
