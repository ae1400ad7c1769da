/** Longer words are compared by their beginning; one letter is in everything. */
const BEGINNING = /^.{2,40}/u;

/** As words are compared: in small letters, without accents; ligatures and wide letters as plain ones. */
export const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');

/** The words of a name or title, each once: `Maria D’Ávila` → `maria`, `avila`. */
export const wordsOf = (text: string): readonly string[] => {
  const words = folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.match(BEGINNING)?.[0])
    .filter((word) => word !== undefined);
  return [...new Set(words)];
};
