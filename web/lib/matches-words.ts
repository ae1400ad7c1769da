const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word begins a word of the name: `val doc`, `validacao`. */
export const matchesWords = (name: string, query: string): boolean => {
  const words = wordsOf(name);
  return wordsOf(query).every((begin) => words.some((word) => word.startsWith(begin)));
};
