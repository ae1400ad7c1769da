import type { Death } from '#/scripts/simulation/deaths.ts';

/** An action of a user, or a fault. `at` = milliseconds after the beginning; `nth` = the input's number, unique in its history. */
export type Input = { readonly at: number; readonly nth: number } & (
  | {
      readonly kind: 'buy';
      /** A card purchase is by PIX where no acquirer takes cards. */
      readonly method: 'PIX' | 'BILLET' | 'CREDIT_CARD';
      /** Two processes get the purchase at the same moment. */
      readonly isTwice: boolean;
      readonly isPaid: boolean;
      /** Cents by which the paid amount differs. */
      readonly off?: number;
    }
  | { readonly kind: 'withdraw' | 'refund'; readonly amount: number }
  /** The seller is paid today without a request, if at least `minimum` cents are available. */
  | { readonly kind: 'schedule'; readonly minimum: number }
  /** A buyer's bank charges a payment back. */
  | { readonly kind: 'chargeback' }
  /** A caller without an answer repeats a request. */
  | { readonly kind: 'again'; readonly of: number }
  | {
      readonly kind: 'register';
      /** Two processes get the request at the same moment. */
      readonly isTwice: boolean;
    }
  /** An administrator replaces an account or its keys. */
  | { readonly kind: 'account'; readonly replaced: 'keys' | 'account' }
  /** From now on staff decide open cases; they may err. */
  | { readonly kind: 'staff'; readonly errs: boolean }
  /** A process is killed, or paused. */
  | { readonly kind: 'kill' | 'freeze'; readonly place: Place }
  /** The clock of a process's machine is set wrong. */
  | { readonly kind: 'clock'; readonly place: Place; readonly aheadMs: number }
  /** A process dies at a call, and starts again. */
  | ({ readonly kind: 'die' } & Death)
  /** A copy of the log without the newest events takes over. */
  | { readonly kind: 'failover'; readonly losesMs: number }
  /** An operator hides the beginning of the seller's accounts for a while. */
  | { readonly kind: 'cut'; readonly forMs: number }
);

const OF_PEOPLE: ReadonlySet<Input['kind']> = new Set(['buy', 'withdraw', 'refund', 'register']);

/** Whether an input is a user's action without a mistake; a mistake is a wrong amount. */
export const isAsAsked = (input: Input): boolean => OF_PEOPLE.has(input.kind) && !('off' in input);

/** The machine of a process. */
export type Place = 0 | 1;

/** Milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

const REPLACED = { keys: 'new keys of the account', account: 'another account' } as const;

const describeTwice = ({ isTwice }: { readonly isTwice: boolean }): string =>
  isTwice ? ', at both processes at once' : '';

const offOf = ({ off = 0 }: { readonly off?: number }): string =>
  off === 0 ? '' : ` ${Math.abs(off)} cents ${off > 0 ? 'more' : 'less'}`;

const storyOf = (input: Input): string => {
  switch (input.kind) {
    case 'buy':
      return `a buyer buys by ${input.method}${describeTwice(input)}${input.isPaid ? `, and pays${offOf(input)}` : ''}`;
    case 'chargeback':
      return 'a buyer’s bank takes back what was paid';
    case 'withdraw':
      return `the seller withdraws ${input.amount} cents`;
    case 'schedule':
      return `the seller sets a schedule, which pays today from ${input.minimum} cents on`;
    case 'refund':
      return `the seller refunds ${input.amount} cents`;
    case 'again':
      return `what was asked for by input ${input.of} is asked for again`;
    case 'register':
      return `an administrator has an acquirer register the seller${describeTwice(input)}`;
    case 'account':
      return `an administrator enters ${REPLACED[input.replaced]} at an acquirer`;
    case 'staff':
      return `two members of staff decide what is left to them${input.errs ? ', some of it wrongly' : ''}`;
    case 'kill':
      return `the ${input.place === 0 ? 'first' : 'second'} process is killed`;
    case 'freeze':
      return `the ${input.place === 0 ? 'first' : 'second'} process stands still`;
    case 'clock':
      return `the clock of the ${input.place === 0 ? 'first' : 'second'} process is set ${(input.aheadMs / SECOND).toFixed(1)} s ahead`;
    case 'failover':
      return `another copy of the log takes over, which lacks the last ${(input.losesMs / SECOND).toFixed(1)} s`;
    case 'cut':
      return `the seller's accounts cannot be read for ${(input.forMs / SECOND).toFixed(1)} s`;
    case 'die':
      return `a process dies ${input.side} “${input.operation}”, ${input.passed} of them later`;
  }
};

/** Tells a history, one line for each input. */
export const describeHistory = (history: readonly Input[]): readonly string[] =>
  history.map((input) => `${(input.at / SECOND).toFixed(1).padStart(6)} s  ${storyOf(input)}`);

/**
 * Returns a shorter history that still has the finding. Leaves out blocks of inputs, each time half as large, then single inputs.
 * @param stillHappens runs a history, and returns whether the finding is still there
 */
export const shrink = async (
  history: readonly Input[],
  stillHappens: (history: readonly Input[]) => Promise<boolean>,
): Promise<readonly Input[]> => {
  let shortest = history;
  const leaveOut = async (size: number): Promise<void> => {
    for (let from = 0; from < shortest.length;) {
      const without = [...shortest.slice(0, from), ...shortest.slice(from + size)];
      if (await stillHappens(without)) shortest = without;
      else from += size;
    }
  };
  for (let size = Math.ceil(shortest.length / 2); size > 1; size = Math.floor(size / 2))
    await leaveOut(size);
  // An input may be needed only while another one is there.
  for (let before = Infinity; shortest.length < before;) {
    before = shortest.length;
    await leaveOut(1);
  }
  return shortest;
};
