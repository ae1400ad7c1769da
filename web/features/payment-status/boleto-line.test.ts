import { expect } from 'chai';
import fc from 'fast-check';
import { boletoLine, formatBoletoLine } from '#/domain/brazil/boleto.ts';
import { cents } from '#/domain/values/money.ts';
import { boletoBarcode, boletoLineGroups } from './boleto-line.ts';

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
        expect(boletoBarcode(line)).to.equal(barcode);
        expect(boletoLineGroups(line)).to.equal(formatBoletoLine(line));
        expect(boletoBarcode(boletoLineGroups(line))).to.equal(barcode);
      }),
    );
  });

  it('has no barcode when it is not a valid boleto line', () => {
    expect(boletoBarcode('836200000010')).to.equal(undefined);
  });
});
