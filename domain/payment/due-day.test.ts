import { expect } from 'chai';
import fc from 'fast-check';
import { boletoLine, formatBoletoLine } from '#/domain/brazil/boleto.ts';
import { cents } from '#/domain/values/money.ts';
import { addDays, addSeconds, startOfDay } from '#/domain/values/time.ts';
import { dueDayOf } from './due-day.ts';

const boletoOf = (dueDate: string) =>
  boletoLine({
    bank: '341',
    freeField: '1754624615781234123451000',
    dueDate,
    amount: cents(1_990),
  });

const boleto = {
  requested: { method: 'BILLET', at: '2026-11-20T15:00:00.000Z' },
  billetCode: null,
  expiresAt: null,
} as const;

/** Due days before and after the due factor's restart. */
const sale = fc
  .record({ days: fc.integer({ min: 0, max: 1_500 }), ahead: fc.integer({ min: 0, max: 60 }) })
  .map(({ days, ahead }) => {
    const due = addDays('2024-01-01', days);
    return { due, at: addSeconds(startOfDay(addDays(due, -ahead)), 43_200) };
  });

describe('dueDayOf', () => {
  it('reads the due day from the boleto’s line, whatever expiry the acquirer gives', () => {
    const expiryOffset = fc
      .constantFrom(-1, 0, 1, 2)
      .chain((off) => fc.constantFrom([off, 0], [off, -1]));
    fc.assert(
      fc.property(sale, expiryOffset, ({ due, at }, [off = 0, second = 0]) => {
        const expiresAt = addSeconds(startOfDay(addDays(due, off)), second);
        const { line, barcode } = boletoOf(due);
        for (const billetCode of [line, formatBoletoLine(line), barcode]) {
          const requested = { method: 'BILLET', at } as const;
          expect(dueDayOf({ requested, billetCode, expiresAt })).to.equal(due);
        }
      }),
    );
  });

  it('reads the due day correctly before and after the due factor’s restart in 2025', () => {
    for (const due of ['2025-02-21', '2025-02-22', '2025-02-23']) {
      const requested = { method: 'BILLET', at: '2025-02-19T15:00:00.000Z' } as const;
      expect(dueDayOf({ ...boleto, requested, billetCode: boletoOf(due).line })).to.equal(due);
    }
  });

  it('falls back to the last day before the acquirer’s expiry when the line has no due day', () => {
    const lines = [null, '', 'not a line', boletoOf('2026-11-25').line.replace(/\d$/, '0')];
    for (const billetCode of lines) {
      for (const expiresAt of ['2026-11-26T03:00:00.000Z', '2026-11-26T02:59:59.999Z']) {
        expect(dueDayOf({ ...boleto, billetCode, expiresAt })).to.equal('2026-11-25');
      }
    }
    const { line } = boletoOf('2026-11-25');
    const withoutDay = line.slice(0, 33) + '0000' + line.slice(37);
    expect(dueDayOf({ ...boleto, billetCode: withoutDay })).to.equal(null);
  });

  it('returns nothing for a boleto without line and expiry, and for PIX', () => {
    expect(dueDayOf(boleto)).to.equal(null);
    const pix = { ...boleto.requested, method: 'PIX' } as const;
    const expiresAt = '2026-11-26T03:00:00.000Z';
    expect(dueDayOf({ ...boleto, requested: pix, expiresAt })).to.equal(null);
  });
});
