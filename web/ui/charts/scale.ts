const STEPS = [1, 2, 2.5, 5, 10];

/** The round number at or above a value; 1 for an empty chart. */
export const axisEnd = (value: number): number => {
  if (!(value > 0)) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((candidate) => candidate * magnitude >= value) ?? 10;
  return step * magnitude;
};

/** Where a point is on the axis, from 0 to 100; a single point is in the middle. */
export const pointAt = (index: number, count: number): number =>
  count < 2 ? 50 : (index / (count - 1)) * 100;

/** An SVG path in a square of 100, with zero at the bottom. */
export const linePath = (values: readonly number[], end: number): string =>
  values
    .map((value, index) => {
      const x = pointAt(index, values.length).toFixed(2);
      return `${index === 0 ? 'M' : 'L'}${x} ${(100 - (value / end) * 100).toFixed(2)}`;
    })
    .join('');

/** Indices of at most `most` labels, always with the last one. */
export const labelsOf = (count: number, most: number): readonly number[] => {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
};
