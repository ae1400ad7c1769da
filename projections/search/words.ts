/** The first 40 characters of a word. Single letters are ignored, because too many texts share them. */
const BEGINNING = /^.{2,40}/u;

/** Lower case, no accents; ligatures and full-width letters become plain ones. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');

/** Returns the words of a name or title without duplicates: `Maria D’Ávila` → `maria`, `avila`. */
export const wordsOf = (text: string): readonly string[] => {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.match(BEGINNING)?.[0])
    .filter((word) => word !== undefined);
  return [...new Set(words)];
};
