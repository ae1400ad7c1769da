/** The five elements of each digit; 1 is wide (ISO/IEC 16390). */
const PATTERNS = '00110 10001 01001 11000 00101 10100 01100 00011 10010 01010'.split(' ');
const START = '0000';
const STOP = '100';
/** FEBRABAN prints wide elements three times as wide as narrow ones. */
const WIDE = 3;

/**
 * Returns the widths of bar, space, bar, space … Of each pair of digits, the first is drawn as bars, the second as the spaces between
 * them.
 * @throws RangeError unless the text is one or more pairs of digits
 */
export const interleaved2of5 = (digits: string): readonly number[] => {
  if (!/^(?:\d\d)+$/.test(digits)) throw new RangeError('not pairs of digits');
  const woven = digits.replace(/\d\d/g, (pair) => {
    const [bars = '', spaces = ''] = Array.from(pair, (digit) => PATTERNS[Number(digit)]);
    return Array.from(bars, (bar, index) => bar + (spaces[index] ?? '')).join('');
  });
  return Array.from(START + woven + STOP, (element) => (element === '1' ? WIDE : 1));
};

/**
 * Returns the bars as one SVG path of height 1, and its width.
 * @throws RangeError as `interleaved2of5`
 */
export const barcodePath = (digits: string): { readonly path: string; readonly width: number } => {
  let width = 0;
  let path = '';
  interleaved2of5(digits).forEach((element, index) => {
    if (index % 2 === 0) path += `M${width} 0h${element}v1h-${element}z`;
    width += element;
  });
  return { path, width };
};
