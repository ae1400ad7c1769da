import { normaliseDocument } from '#/domain/brazil/document.ts';

export type Match = 'SAME' | 'DIFFERENT' | 'UNKNOWN';

interface Named {
  readonly name: string | null;
  readonly document: string | null;
}

/** Banks and sellers write names with different accents, signs and case. */
const normaliseName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
    .toLowerCase();

const matchOf = (
  a: string | null,
  b: string | null,
  normalise: (text: string) => string,
): Match => {
  if (a === null || b === null) return 'UNKNOWN';
  return normalise(a) === normalise(b) ? 'SAME' : 'DIFFERENT';
};

/** Erased data cannot be compared: UNKNOWN. */
export const compareHolder = (
  seller: Named,
  holder: Named | null,
): { readonly name: Match; readonly document: Match } => ({
  name: matchOf(seller.name, holder?.name ?? null, normaliseName),
  document: matchOf(seller.document, holder?.document ?? null, normaliseDocument),
});
