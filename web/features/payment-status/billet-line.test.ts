import { expect } from 'chai';
import fc from 'fast-check';
import { boletoLine, formatBoletoLine } from '#/domain/brazil/boleto.ts';
import { cents } from '#/domain/money.ts';
import { billetBarcode, billetLineGroups } from './billet-line.ts';

describe('Boleto line on the payment page', () => {
  const boletos = fc
    .record({
      bank: fc.stringMatching(/^\d{3}$/),
      freeField: fc.stringMatching(/^\d{25}$/),
      amount: fc.integer({ min: 1, max: 99_999_999_99 }).map(cents),
    })
    .map((boleto) => boletoLine({ ...boleto, dueDate: '2026-12-01' }));

  it('is grouped and converted to its barcode exactly as in the domain', () => {
    fc.assert(
      fc.property(boletos, ({ line, barcode }) => {
        expect(billetBarcode(line)).to.equal(barcode);
        expect(billetLineGroups(line)).to.equal(formatBoletoLine(line));
        expect(billetBarcode(billetLineGroups(line))).to.equal(barcode);
      }),
    );
  });

  it('has no barcode when it is not a valid boleto line', () => {
    expect(billetBarcode('836200000010')).to.equal(undefined);
  });
});
