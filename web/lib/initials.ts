/** First letters of the first and last word: `Ana de Souza` gives AS, `ana.souza@example.com` too. */
export const initialsOf = (name: string): string => {
  const words = name.replace(/@.*/, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
};
