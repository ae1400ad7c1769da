const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each typed word begins a word of the name, ignoring accents and case: `val doc`, `validacao`. */
export const fits = (name: string, query: string): boolean => {
  const words = wordsOf(name);
  return wordsOf(query).every((begin) => words.some((word) => word.startsWith(begin)));
};
