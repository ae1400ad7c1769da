import { encode } from 'uqr';

/** Choosing the best of the eight masks costs eight times as much and no scanner needs it. */
const MASK = 2;
const QUIET_ZONE = 4;

/** A QR code as an SVG data URL: one line a row of modules, drawn as strokes to keep it small. */
export const qrImage = (text: string): string => {
  const { size, data } = encode(text, {
    ecc: 'M',
    boostEcc: false,
    border: QUIET_ZONE,
    maskPattern: MASK,
  });
  const rows = data.map((modules, y) => {
    const runs = [
      ...modules
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ];
    let x = 0;
    return runs.map(({ index, 0: { length } }) => {
      const move = x === 0 ? `M${index} ${y + 0.5}` : `m${index - x} 0`;
      x = index + length;
      return `${move}h${length}`;
    });
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path stroke="#000" d="${rows.flat().join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};
