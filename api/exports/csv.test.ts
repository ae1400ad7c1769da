import { expect } from 'chai';
import fc from 'fast-check';
import { csvLine, dayCell, instantCell, moneyCell, textCell } from './csv.ts';

/** Reads a line back the way RFC 4180 says. */
const cellsOf = (line: string): readonly string[] =>
  [...line.replace(/\r\n$/, '').matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^";]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

describe('CSV for accountants', () => {
  it('writes money with a decimal comma and no thousands points', () => {
    expect(moneyCell(0)).to.equal('0,00');
    expect(moneyCell(5)).to.equal('0,05');
    expect(moneyCell(1_234_567)).to.equal('12345,67');
    expect(moneyCell(-90)).to.equal('-0,90');
  });

  it('writes days the Brazilian way, and instants by the Brazilian day', () => {
    expect(dayCell('2026-02-01')).to.equal('01/02/2026');
    expect(instantCell('2026-02-01T02:59:59.999Z')).to.equal('31/01/2026');
    expect(instantCell(null)).to.equal('');
  });

  it('never lets a spreadsheet run what a buyer or seller wrote', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (first, rest) => {
        const [cell] = cellsOf(csvLine([textCell(first + rest)]));
        expect(cell?.startsWith(`'`)).to.equal(true);
      }),
    );
  });

  it('keeps every text in its own cell', () => {
    const plain = fc.string({ unit: 'grapheme' }).map((text) => `x${text}`);
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 6 }), (texts) => {
        expect(cellsOf(csvLine(texts.map(textCell)))).to.deep.equal(texts);
      }),
    );
  });
});
