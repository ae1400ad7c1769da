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
 * Makes the map of a provider's status words.
 * @param list the provider's own words, or those of its family, which mean the same at each provider that names them (acquirers.21)
 * @param options.also words that this provider has besides those of its family
 * @param options.otherwise the meaning of an unknown word, which differs between the members of a family (acquirers.23)
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
