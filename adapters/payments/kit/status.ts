/** Translates a provider's status words to the platform's statuses. */
export interface StatusMap<Status extends string> {
  (word: string): Status;
  /** Every known word, for the evidence. */
  readonly words: Readonly<Record<string, Status>>;
}

/**
 * Every provider file lists its words under their meanings and inherits none, because the same word means different things at
 * different acquirers (acquirers.21, acquirers.23). `otherwise`, the meaning of an unknown word, is mandatory.
 * @throws Error when a word has two meanings
 */
export const statusMap = <Status extends string>(
  meanings: { readonly [Meaning in Status]?: readonly string[] },
  { otherwise }: { readonly otherwise: Status },
): StatusMap<Status> => {
  const known = new Map<string, Status>();
  // `Object.entries` types its keys as strings; the parameter's type makes them statuses.
  for (const [meaning, words] of Object.entries(meanings) as [Status, readonly string[]][]) {
    for (const word of words) {
      if (known.has(word)) throw new Error(`the status ${word} means two things`);
      known.set(word, meaning);
    }
  }
  const words = Object.fromEntries(known) as Record<string, Status>;
  return Object.assign((word: string) => known.get(word) ?? otherwise, { words });
};
