import { inflateSync } from 'node:zlib';

const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;

/** The text of a PDF in the standard fonts, one line for each line of it. */
export const pdfText = (pdf: Buffer): string => {
  const contents = Array.from(pdf.toString('latin1').matchAll(STREAM), ([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
  ).join('\n');
  const lines = Array.from(contents.matchAll(/\[(.*?)\] TJ/g), ([, parts = '']) =>
    Array.from(parts.matchAll(/<([0-9a-f]*)>/g), ([, hex = '']) => hex).join(''),
  );
  return lines.map((hex) => Buffer.from(hex, 'hex').toString('latin1')).join('\n');
};
