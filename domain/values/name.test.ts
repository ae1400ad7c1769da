import { expect } from 'chai';
import fc from 'fast-check';
import { isName } from './name.ts';

/** By code point, because an editor does not show these characters. */
const unseen: Readonly<Record<string, number>> = {
  'zero width space': 0x200b,
  'zero width joiner': 0x200d,
  'left-to-right mark': 0x200e,
  'word joiner': 0x2060,
  'invisible separator': 0x2063,
  'byte order mark': 0xfeff,
  'Hangul filler': 0x3164,
  'Hangul choseong filler': 0x115f,
  'halfwidth Hangul filler': 0xffa0,
  'combining grapheme joiner': 0x034f,
  'soft hyphen': 0x00ad,
  'variation selector': 0xfe0f,
  'tag letter a': 0xe0061,
  'braille blank': 0x2800,
  'no-break space': 0x00a0,
  'ideographic space': 0x3000,
};

describe('Name that people type', () => {
  for (const [name, point] of Object.entries(unseen))
    it(`is no name when nothing of it is visible: ${name}`, () => {
      const character = String.fromCodePoint(point);
      expect(isName(character)).to.equal(false);
      expect(isName(` ${character.repeat(5)} `)).to.equal(false);
    });

  it('is no name without a letter or digit', () => {
    for (const text of ['', '   ', '...', '★', '\u0301']) expect(isName(text)).to.equal(false);
  });

  it('is one in any script, with accents, signs and joiners among its letters', () => {
    const names = [
      'Ana',
      'São João & Filhos Ltda.',
      '7',
      '株式会社',
      'Åsa',
      'نرم\u200Cافزار',
      'क्\u200Dष',
    ];
    for (const name of names) expect(isName(name), name).to.equal(true);
  });

  it('is no name with line breaks, control characters, or characters that change the order', () => {
    const point = (code: number): string => `Loja${String.fromCodePoint(code)}Azul`;
    for (const code of [0x00, 0x07, 0x0a, 0x0d, 0x1b, 0x7f, 0x2028, 0x2029, 0x202e, 0x2066])
      expect(isName(point(code)), code.toString(16)).to.equal(false);
  });

  it('always has a letter or digit besides its invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        const points = Array.from(text);
        const visible = points.filter((each) => !/\p{Default_Ignorable_Code_Point}/u.test(each));
        const hasLetterOrDigit = visible.some((each) => /[\p{L}\p{N}]/u.test(each));
        return !isName(text) || hasLetterOrDigit;
      }),
    );
  });
});
