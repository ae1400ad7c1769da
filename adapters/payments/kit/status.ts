/** Words under the status that they mean. */
export type StatusWords<Status extends string> = {
  readonly [Meaning in Status]?: readonly string[];
};

/** Translates a provider's status words to the platform's statuses. */
export interface StatusMap<Status extends string> {
  (word: string): Status;
  /** Every known word, for the evidence. */
  readonly words: Readonly<Record<string, Status>>;
}

/**
 * A provider names its words: a list of its own or its family's, and in `also` the words that it has besides the family's. A
 * family's list holds only words that mean the same at each provider that names it (acquirers.21). `otherwise`, the meaning of an
 * unknown word, is mandatory, because it differs between the members of a family (acquirers.23).
 * @throws Error when a word is listed twice
 */
export const statusMap = <Status extends string>(
  list: StatusWords<Status>,
  { also = {}, otherwise }: { readonly also?: StatusWords<Status>; readonly otherwise: Status },
): StatusMap<Status> => {
  const known = new Map<string, Status>();
  // `Object.entries` types its keys as strings; the parameters' types make them statuses.
  const entries = [list, also].flatMap(Object.entries) as [Status, readonly string[]][];
  for (const [meaning, words] of entries) {
    for (const word of words) {
      if (known.has(word)) throw new Error(`the status ${word} means two things`);
      known.set(word, meaning);
    }
  }
  const words = Object.fromEntries(known) as Record<string, Status>;
  return Object.assign((word: string) => known.get(word) ?? otherwise, { words });
};
