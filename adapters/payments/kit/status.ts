/** A provider's status word in the platform's terms. */
export interface StatusMap<Status extends string> {
  (word: string): Status;
  /** Every word that is known, for the evidence. */
  readonly words: Readonly<Record<string, Status>>;
}

/**
 * Words are written out in every provider file, never inherited, because the same word means
 * different things at different acquirers (spec 2 §4). `otherwise` is what an unheard-of word
 * means, and cannot be left out.
 */
export const statusMap = <Status extends string>(
  words: Readonly<Record<string, Status>>,
  { otherwise }: { readonly otherwise: Status },
): StatusMap<Status> => {
  const known = new Map(Object.entries(words));
  return Object.assign((word: string) => known.get(word) ?? otherwise, { words });
};
