/** Wide bars of each digit in Interleaved 2 of 5, which FEBRABAN prescribes for boletos. */
const WIDE = [
  '00110',
  '10001',
  '01001',
  '11000',
  '00101',
  '10100',
  '01100',
  '00011',
  '10010',
  '01010',
] as const;

const NARROW_WIDTH = 1;
const WIDE_WIDTH = 3;

const widthOf = (flag: string | undefined): number => (flag === '1' ? WIDE_WIDTH : NARROW_WIDTH);

/** Widths of bars and spaces in turn, bar first. A pair's first digit is in the bars, its second in the spaces. */
const elementsOf = (digits: string): readonly number[] => {
  const pairs = digits.match(/\d\d/g) ?? [];
  const body = pairs.flatMap((pair) => {
    const bars = WIDE[Number(pair[0])] ?? '';
    const spaces = WIDE[Number(pair[1])] ?? '';
    return [0, 1, 2, 3, 4].flatMap((index) => [widthOf(bars[index]), widthOf(spaces[index])]);
  });
  return [1, 1, 1, 1, ...body, WIDE_WIDTH, 1, 1];
};

/** SVG of 103 × 13 mm, the size that scanners at tills expect. @throws RangeError on an odd count */
export const itfBarcode = (digits: string): string => {
  if (!/^(?:\d\d)+$/.test(digits)) throw new RangeError('ITF encodes pairs of digits');
  let x = 0;
  const bars = elementsOf(digits).map((width, index) => {
    const bar = index % 2 === 0 ? `M${x} 0h${width}v1h-${width}z` : '';
    x += width;
    return bar;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x} 1" width="103mm" height="13mm" ` +
    `preserveAspectRatio="none" role="img" aria-label="Código de barras">` +
    `<path d="${bars.join('')}"/></svg>`
  );
};
