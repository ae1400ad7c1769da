import { cardMarks } from './card-marks.ts';
import type { MarkedBrand } from './card-marks.ts';

interface CardMarkProps {
  readonly brand: MarkedBrand;
  /** Classes for its position. */
  readonly className?: string;
}

/** Decorative: the brand's name is next to it. */
export const CardMark = ({ brand, className = '' }: CardMarkProps) => {
  const { ground, strokes } = cardMarks[brand];
  return (
    <svg
      aria-hidden
      viewBox="0 0 36 24"
      className={`h-6 w-9 shrink-0 ${className}`}
      strokeLinejoin="round"
    >
      <rect x=".5" y=".5" width="35" height="23" rx="3.5" fill={ground} className="stroke-line" />
      {strokes.map(([path, colour, width]) =>
        width === undefined ? (
          <path key={path} d={path} fill={colour} />
        ) : (
          <path key={path} d={path} fill="none" stroke={colour} strokeWidth={width} />
        ),
      )}
    </svg>
  );
};
