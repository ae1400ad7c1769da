import { expect } from 'chai';
import fc from 'fast-check';
import { CopyBuffer } from './copy-buffer.ts';
import { integer, log, nullable, text } from '#/projections/engine/define/table.ts';

const table = log({
  name: 'line',
  columns: { word: text, more: nullable(text), count: integer },
  key: ['count'],
});

const unescaped = (field: string): string | null =>
  field === String.raw`\N`
    ? null
    : field.replaceAll(/\\(.)/g, (_, escaped: string) => {
        const plain: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };
        return plain[escaped] ?? escaped;
      });

describe('CopyBuffer', () => {
  it('escapes rows so that they read back unchanged, whatever characters they contain', () => {
    const word = fc.string({ unit: 'binary', maxLength: 40 });
    const plain = fc.array(fc.constantFrom('a', '\\', '\t', '\n', '\r', 'ã', '€', '😀', '\\N'), {
      maxLength: 9,
    });
    const words = fc.oneof(
      word,
      plain.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(words, fc.option(words), fc.nat())), (rows) => {
        const buffer = new CopyBuffer(table);
        for (const [first, more, count] of rows) buffer.add({ word: first, more, count });
        const lines = buffer.take().toString('utf8').split('\n');
        expect(lines.pop()).to.equal('');
        expect(lines.map((line) => line.split('\t').map(unescaped))).to.deep.equal(
          rows.map(([first, more, count]) => [
            first.toWellFormed(),
            more?.toWellFormed() ?? null,
            String(count),
          ]),
        );
        expect(buffer.length).to.equal(0);
      }),
    );
  });

  it('grows for a value that is larger than its initial size', () => {
    const buffer = new CopyBuffer(table);
    const long = 'é'.repeat(300_000);
    buffer.add({ word: long, more: null, count: 1 });
    expect(buffer.take().toString('utf8')).to.equal(`${long}\t\\N\t1\n`);
  });

  it('rejects a row whose values do not fit their columns', () => {
    const buffer = new CopyBuffer(table);
    for (const row of [
      { word: undefined, more: null, count: 1 },
      { word: 'a', more: 1, count: 1 },
      { word: null, more: null, count: 1 },
      { word: 'a', more: null, count: 1.5 },
    ]) {
      expect(() => buffer.add(row)).to.throw(TypeError);
    }
  });
});
