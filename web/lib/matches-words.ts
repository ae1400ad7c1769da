const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word of the query begins a word of the name: `val doc` and `validacao` match "Validação de documentos". */
export const matchesWords = (name: string, query: string): boolean => {
  const words = wordsOf(name);
  return wordsOf(query).every((queryWord) => words.some((word) => word.startsWith(queryWord)));
};
