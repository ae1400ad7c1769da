import { expect } from 'chai';
import fc from 'fast-check';
import { csvIn } from './csv.ts';

const { pt, en } = csvIn;

/** The cells of a line of a Portuguese file: quoted as in RFC 4180, but separated by semicolons. */
const cellsOf = (line: string): readonly string[] =>
  [...line.replace(/\r\n$/, '').matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^";]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

describe('CSV for accountants', () => {
  it('writes money with a decimal comma and no thousands points', () => {
    expect(pt.money(0)).to.equal('0,00');
    expect(pt.money(5)).to.equal('0,05');
    expect(pt.money(1_234_567)).to.equal('12345,67');
    expect(pt.money(-90)).to.equal('-0,90');
  });

  it('writes dates as day/month/year, and timestamps by the date in Brasília', () => {
    expect(pt.day('2026-02-01')).to.equal('01/02/2026');
    expect(pt.dayOf('2026-02-01T02:59:59.999Z')).to.equal('31/01/2026');
    expect(pt.dayOf(null)).to.equal('');
  });

  it('writes times in the time zone of Brasília', () => {
    expect(pt.timeOf('2026-02-01T02:59:58.999Z')).to.equal('23:59:58');
    expect(pt.timeOf('2026-02-01T03:00:00.000Z')).to.equal('00:00:00');
    expect(pt.timeOf(null)).to.equal('');
  });

  it('writes English files with decimal points, month/day/year and commas as separators', () => {
    expect(en.money(-1_234_567)).to.equal('-12345.67');
    expect(en.day('2026-02-01')).to.equal('02/01/2026');
    expect(en.line([en.text('a,b'), en.money(5)])).to.equal('"a,b",0.05\r\n');
  });

  it('puts an apostrophe before text that a spreadsheet would run as a formula', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (first, rest) => {
        const [cell] = cellsOf(pt.line([pt.text(first + rest)]));
        expect(cell?.startsWith(`'`)).to.equal(true);
      }),
    );
  });

  it('keeps every text in its own cell', () => {
    const plain = fc.string({ unit: 'grapheme' }).map((text) => `x${text}`);
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 6 }), (texts) => {
        expect(cellsOf(pt.line(texts.map(pt.text)))).to.deep.equal(texts);
      }),
    );
  });
});
