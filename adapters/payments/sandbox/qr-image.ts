import { encode } from 'uqr';

/** Choosing the best of the eight masks takes eight times as long, and scanners do not need it. */
const MASK = 2;
const QUIET_ZONE = 4;

/** The dark modules of a row as horizontal strokes, in SVG path syntax. */
const strokesOf = (modules: readonly boolean[], y: number): string => {
  let path = '';
  let drawnTo: number | undefined;
  for (let x = 0; x < modules.length; x += 1) {
    if (modules[x] !== true) continue;
    const begin = x;
    while (modules[x + 1] === true) x += 1;
    const left = begin + QUIET_ZONE;
    path += drawnTo === undefined ? `M${left} ${y + QUIET_ZONE + 0.5}` : `m${left - drawnTo} 0`;
    drawnTo = x + 1 + QUIET_ZONE;
    path += `h${x + 1 - begin}`;
  }
  return path;
};

/** A QR code as an SVG data URL: each row of modules is drawn as strokes, to keep it small. */
export const qrImage = (text: string): string => {
  const { data } = encode(text, { ecc: 'M', boostEcc: false, border: 0, maskPattern: MASK });
  const size = data.length + 2 * QUIET_ZONE;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path stroke="#000" d="${data.map(strokesOf).join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};
