export type StatusWords<Status extends string> = {
  readonly [Meaning in Status]?: readonly string[];
};

export interface StatusMap<Status extends string> {
  (word: string): Status;
  readonly words: Readonly<Record<string, Status>>;
}

/**
 * Returns a function from an acquirer's status word to our status.
 * @param list words by their meaning, for one acquirer or a family of acquirers (acquirers.21)
 * @param options.also further words by their meaning
 * @param options.otherwise the meaning of an unknown word (acquirers.23)
 * @throws Error when a word is listed twice
 */
export const statusMap = <Status extends string>(
  list: StatusWords<Status>,
  { also = {}, otherwise }: { readonly also?: StatusWords<Status>; readonly otherwise: Status },
): StatusMap<Status> => {
  const statusByWord = new Map<string, Status>();
  // `Object.entries` types its keys as strings.
  const entries = [list, also].flatMap(Object.entries) as [Status, readonly string[]][];
  for (const [meaning, words] of entries) {
    for (const word of words) {
      if (statusByWord.has(word)) throw new Error(`the status ${word} means two things`);
      statusByWord.set(word, meaning);
    }
  }
  const words = Object.fromEntries(statusByWord) as Record<string, Status>;
  return Object.assign((word: string) => statusByWord.get(word) ?? otherwise, { words });
};
