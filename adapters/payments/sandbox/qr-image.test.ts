import { expect } from 'chai';
import { encode } from 'uqr';

import { qrImage } from './qr-image.ts';

/** The dark modules that the drawing covers, as text rows. */
const drawn = (svg: string, size: number): readonly string[] => {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '0'));
  const path = /stroke="#000" d="([^"]+)"/.exec(svg)?.[1] ?? '';
  let x = 0;
  let y = 0;
  for (const [, command, first, second, length] of path.matchAll(
    /([Mm])(-?\d+) (-?[\d.]+)h(\d+)/g,
  )) {
    x = command === 'M' ? Number(first) : x + Number(first);
    y = command === 'M' ? Math.floor(Number(second)) : y;
    const width = Number(length);
    rows[y]?.splice(x, width, ...Array.from({ length: width }, () => '1'));
    x += width;
  }
  return rows.map((row) => row.join(''));
};

describe('qrImage', () => {
  it('draws exactly the modules of the QR code, in less than 8 kB', () => {
    const text = `00020101021226580014br.gov.bcb.pix0136${'a'.repeat(120)}`;
    const image = qrImage(text);
    const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString();
    const { data, size } = encode(text, { ecc: 'M', boostEcc: false, border: 4, maskPattern: 2 });
    const expected = data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
    expect(drawn(svg, size)).to.deep.equal(expected);
    expect(image.length).to.be.below(8_000);
  });
});
