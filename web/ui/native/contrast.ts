/** sRGB to linear light, both 0 to 1. */
const linear = (channel: number): number =>
  channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** Linear light, 0 to 1, of a `#rrggbb` colour's channels. */
export const channelsOf = (hex: string): readonly number[] =>
  [1, 3, 5].map((start) => linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255));

export const luminanceOf = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast ratio of two luminances, 1 to 21. */
export const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** WCAG 2.2, of `#rrggbb` colours: 1 to 21. */
export const contrastRatio = (one: string, other: string): number =>
  contrast(luminanceOf(one), luminanceOf(other));
