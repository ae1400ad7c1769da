import { encode } from 'uqr';
import { useMemo } from 'react';

/** ISO/IEC 18004: cameras need four white modules around. */
const QUIET_ZONE = 4;

/** Draws each horizontal run of dark modules as one rectangle. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .map((row, y) =>
      row
        .map((isDark, x) => {
          if (!isDark || row[x - 1] === true) return '';
          const end = row.indexOf(false, x);
          return `M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`;
        })
        .join(''),
    )
    .join('');

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A QR code of 288 px, dark on white. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const { path, size } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_ZONE });
    return { path: pathOf(data), size: modules };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-72 bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
};
