import type { Input } from '#/scripts/simulation/history/history.ts';
import type { Finding } from '#/scripts/simulation/mutations/mutation.ts';

/** A fault that the simulation found, and that is not corrected yet. */
interface KnownFault {
  readonly what: string;
  readonly standsFor: Finding;
  readonly found: RegExp;
  /** Kinds of input that a history has, in this order, if a finding in it is this fault. */
  readonly story: readonly Input['kind'][];
  /** A seed that finds the fault, with the story's inputs in it. A corrected fault leaves this list. */
  readonly seed: number;
  readonly inputs: readonly number[];
}

/** Number of the failover, which is drawn once. */
const FAILOVER = 10_000;

export const known: readonly KnownFault[] = [
  {
    what: 'a failover loses a whole purchase, and what its buyer paid is in no books',
    standsFor: [26.1, 'the log goes back'],
    found:
      /^\w+ moved [1-9]\d* cents for \w+, and the books say 0, of which the log has lost a request$/,
    story: ['buy', 'failover'],
    seed: 70,
    inputs: [1, FAILOVER],
  },
  {
    what: 'a failover loses a whole withdrawal, and what was paid out is in no books',
    standsFor: [26.1, 'the log goes back'],
    found:
      /^\w+ moved -\d+ cents for \w+, and the books say 0, of which the log has lost a request$/,
    story: ['withdraw', 'failover'],
    seed: 11,
    inputs: [13, FAILOVER],
  },
  {
    what: 'a failover loses a schedule with its withdrawal, and what was paid out is in no books',
    standsFor: [26.1, 'the log goes back'],
    found:
      /^\w+ moved -\d+ cents for \w+, and the books say 0, of which the log has lost a request$/,
    story: ['schedule', 'failover'],
    seed: 1_296,
    inputs: [10_096, FAILOVER],
  },
  {
    what: 'a failover loses a whole refund, and what was given back is in no books',
    standsFor: [26.1, 'the log goes back'],
    found:
      /^\w+ moved \d+ cents for \w+, and the books say [1-9]\d*, of which the log has lost a request$/,
    story: ['buy', 'refund', 'failover'],
    seed: 8,
    inputs: [5, 9, FAILOVER],
  },
  {
    what: 'a failover loses a whole registration, and the receiver that was registered is on no record',
    standsFor: [26.1, 'the log goes back'],
    found: /^registration \S+ was carried out and is not on record$/,
    story: ['register', 'failover'],
    seed: 50,
    inputs: [10_012, FAILOVER],
  },
  {
    what: 'a failover loses the calls to an acquirer that was paid for a PIX, and that cannot be searched',
    standsFor: [26.1, 'the log goes back'],
    found:
      /^\w+ moved [1-9]\d* cents for \w+, and the books say 0, of which the log has lost the calls of an acquirer$/,
    story: ['staff', 'buy', 'buy', 'failover'],
    seed: 89,
    inputs: [10_095, 1, 8, FAILOVER],
  },
];

/** Whether the history has inputs of these kinds, in this order. */
const hasStory = (story: KnownFault['story'], history: readonly Input[]): boolean => {
  const rest = [...story];
  for (const { kind } of history.toSorted((one, other) => one.at - other.at))
    if (kind === rest[0]) rest.shift();
  return rest.length === 0;
};

/** @param history the inputs that led to the finding */
export const isKnown = (each: string, history: readonly Input[]): boolean =>
  known.some(({ found, story }) => found.test(each) && hasStory(story, history));
