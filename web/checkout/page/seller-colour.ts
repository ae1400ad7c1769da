import { channelsOf, contrast, luminanceOf } from '#/web/ui/native/contrast.ts';

/** Used when the seller set none, or no valid one (checkout.17). */
export const DEFAULT_PRIMARY = '#0762d1';

const WHITE_LUMINANCE = 1;
const DARK = '#000000';
/** Above the 4.5 of WCAG 2.2 AA, to suffice on light greys too. */
const INK_CONTRAST = 5.4;

/** Linear light, 0 to 1, as an sRGB channel, 0 to 1. */
const encode = (light: number): number =>
  light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** Luminance is linear in light, so one factor for all channels keeps the hue. */
const darken = (hex: string, luminance: number): string => {
  const factor = Math.min(1, luminance / luminanceOf(hex));
  const channels = channelsOf(hex).map((light) =>
    Math.floor(encode(light * factor) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${channels.join('')}`;
};

export interface SellerColours {
  readonly primary: string;
  /** White or black, whichever reads better on `primary`. */
  readonly onPrimary: string;
  /** `primary`, darkened if needed to be readable on white. */
  readonly ink: string;
}

/** Derives the page's colours from the seller's. */
export const sellerColours = (sellerColour: string): SellerColours => {
  const primary = /^#[0-9a-f]{6}$/i.test(sellerColour)
    ? sellerColour.toLowerCase()
    : DEFAULT_PRIMARY;
  const luminance = luminanceOf(primary);
  const inkLuminance = (WHITE_LUMINANCE + 0.05) / INK_CONTRAST - 0.05;
  return {
    primary,
    onPrimary:
      contrast(luminance, WHITE_LUMINANCE) >= contrast(luminance, luminanceOf(DARK))
        ? '#ffffff'
        : DARK,
    ink: luminance <= inkLuminance ? primary : darken(primary, inkLuminance),
  };
};

/** The colours as custom properties, for a `<style>`. */
export const sellerStyle = (sellerColour: string): string => {
  const { primary, onPrimary, ink } = sellerColours(sellerColour);
  return `:root{--seller-primary:${primary};--seller-primary-fg:${onPrimary};--seller-ink:${ink}}`;
};
