/** Something that the simulation finds, which is known and not mended yet. */
interface Known {
  readonly what: string;
  readonly found: RegExp;
  /** A seed that finds it. It is taken off the list with its mend. */
  readonly seed: number;
}

export const known: readonly Known[] = [
  {
    what: 'the first refusal of an acquirer is believed, although it carried the payout out',
    found: /^\w+ was paid out and is called failed$/,
    seed: 16,
  },
];
