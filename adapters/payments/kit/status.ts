/** A provider's status word in the platform's terms. */
export interface StatusMap<Status extends string> {
  (word: string): Status;
  /** Every word that is known, for the evidence. */
  readonly words: Readonly<Record<string, Status>>;
}

/**
 * Words are written out in every provider file under what they mean, never inherited, because the same word means
 * different things at different acquirers (acquirers.21, acquirers.23). `otherwise` is what an unheard-of word means, and
 * cannot be left
 * out. @throws Error when a word means two things
 */
export const statusMap = <Status extends string>(
  meanings: { readonly [Meaning in Status]?: readonly string[] },
  { otherwise }: { readonly otherwise: Status },
): StatusMap<Status> => {
  const known = new Map<string, Status>();
  // What is listed under a status is what the type says.
  for (const [meaning, words] of Object.entries(meanings) as [Status, readonly string[]][]) {
    for (const word of words) {
      if (known.has(word)) throw new Error(`the status ${word} means two things`);
      known.set(word, meaning);
    }
  }
  const words = Object.fromEntries(known) as Record<string, Status>;
  return Object.assign((word: string) => known.get(word) ?? otherwise, { words });
};
